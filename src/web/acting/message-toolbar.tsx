// What lies over a message that is pointed at or has the focus: the things people do most, and the menu with the rest.
import { Ellipsis, MessageSquareQuote, Pencil, SmilePlus, Star } from 'lucide-preact'
import { Emoji } from '../emoji/emoji'
import { now } from '../live/presence'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { moveAlong } from '../parts/toolbar-keys'
import { mayEditText } from '../store/message-permissions'
import type { Message } from '../store/messages'
import { text } from '../texts/text'
import { quote } from '../writing/current-box'
import { thumb, toggleReaction, toggleStar } from './calls'
import { startEditing } from '../writing/editing'
import { showMessageMenu } from './message-menu'
import { reactAt } from './reactions'

export function MessageToolbar({ message }: { message: Message }) {
  const isStarred = message.flags.includes('starred')
  return (
    <div class="message-toolbar" role="toolbar" aria-label={text('acting.toolbar')} onKeyDown={moveAlong}>
      <button
        type="button"
        class="icon-button"
        aria-label={text('acting.thumb')}
        title={text('acting.thumb')}
        onClick={() => void toggleReaction(message, thumb)}
      >
        <Emoji name={thumb.emoji_name} code={thumb.emoji_code} type={thumb.reaction_type} />
      </button>
      <IconButton
        icon={SmilePlus}
        size={16}
        tabIndex={-1}
        label={text('acting.react')}
        onClick={(event) => reactAt(event.currentTarget, message)}
      />
      <IconButton
        icon={MessageSquareQuote}
        size={16}
        tabIndex={-1}
        label={text('acting.quote')}
        onClick={() => void quote(message)}
      />
      {mayEditText(state(), message, now.value) && (
        <IconButton
          icon={Pencil}
          size={16}
          tabIndex={-1}
          label={text('acting.edit')}
          onClick={() => startEditing(message.id)}
        />
      )}
      <IconButton
        icon={Star}
        size={16}
        tabIndex={-1}
        class={isStarred ? 'starred' : ''}
        aria-pressed={isStarred}
        label={text(isStarred ? 'acting.unstar' : 'acting.star')}
        onClick={() => void toggleStar(message)}
      />
      <IconButton
        icon={Ellipsis}
        size={16}
        tabIndex={-1}
        aria-haspopup="menu"
        label={text('acting.more')}
        onClick={(event) => showMessageMenu(message, event.currentTarget)}
      />
    </div>
  )
}
