// The reactions to a message, an emoji each: who has chosen it, one's own marked; a click adds or takes back one's own.
import { SmilePlus } from 'lucide-preact'
import { showEmojiPicker } from '../emoji/picker'
import { Emoji } from '../emoji/emoji'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { shownName, shownNames } from '../people/names'
import type { Message, Reaction } from '../store/messages'
import { language, text } from '../texts/text'
import { isSameEmoji, toggleReaction } from './calls'

/** From so many on, people are counted and not named. */
const fewPeople = 3

export function Reactions({ message }: { message: Message }) {
  if (message.reactions.length === 0) return null
  return (
    <div class="reactions" role="group" aria-label={text('acting.reactions')}>
      {grouped(message.reactions).map((those) => (
        <Chip key={`${those[0].reaction_type} ${those[0].emoji_code}`} message={message} reactions={those} />
      ))}
      <IconButton
        icon={SmilePlus}
        size={16}
        class="reaction-add"
        label={text('acting.react')}
        onClick={(event) => reactAt(event.currentTarget, message)}
      />
    </div>
  )
}

/** Opens the picker, and reacts with what is picked. */
export function reactAt(at: Element, message: Message): void {
  showEmojiPicker(at, ({ name, code, type }) => {
    void toggleReaction(message, { emoji_name: name, emoji_code: code, reaction_type: type })
  })
}

type Some = readonly [Reaction, ...Reaction[]]

function Chip({ message, reactions }: { message: Message; reactions: Some }) {
  const { ownUser, userSettings } = state()
  const [first] = reactions
  const ids = reactions.map(({ user_id }) => user_id)
  const isOwn = ids.includes(ownUser.user_id)
  const who = text(isOwn ? 'acting.reactedWithYou' : 'acting.reacted', {
    people: shownNames(ids, language.value),
    emoji: `:${first.emoji_name}:`,
  })
  const isNamed = userSettings.display_emoji_reaction_users && ids.length <= fewPeople
  return (
    <button
      type="button"
      class={`reaction ${isOwn ? 'own' : ''}`}
      aria-pressed={isOwn}
      title={who}
      onClick={() => void toggleReaction(message, first)}
    >
      <Emoji name={first.emoji_name} code={first.emoji_code} type={first.reaction_type} />
      <span dir="auto">
        {isNamed ? ids.map((id) => nameFor(id, ownUser.user_id)).join(', ') : ids.length}
      </span>
    </button>
  )
}

function nameFor(id: number, me: number): string {
  return id === me ? text('acting.you') : shownName(id)
}

/** In the order in which each emoji was first chosen. */
function grouped(reactions: readonly Reaction[]): Some[] {
  const groups: [Reaction, ...Reaction[]][] = []
  for (const reaction of reactions) {
    const group = groups.find(([first]) => isSameEmoji(first, reaction))
    if (group) group.push(reaction)
    else groups.push([reaction])
  }
  return groups
}
