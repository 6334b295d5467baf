// What somebody should know before a message goes out, though it may: by what is written and where it goes.
import { state } from '../live/state'
import { channelOf, userOf, usersNamed } from '../store/names'
import { isMuted } from '../store/visibility'
import { isResolved } from '../store/topic-names'
import { text } from '../texts/text'
import { personName, type Destination } from './destination'

export interface Warning {
  /** Different for each thing that is warned of: one that was closed stays away. */
  readonly key: string
  readonly words: string
  /** Whom one could subscribe to the channel. */
  readonly subscribes?: { readonly channelId: number; readonly userId: number }
  /** Whether the topic could be shown again, or marked as not resolved. */
  readonly remedy?: 'unmute' | 'unresolve'
}

/** Above this, a wildcard tells many. */
export const manyPeople = 15

export function warningsFor(content: string, to: Destination): Warning[] {
  if (to.type === 'private') return guestWarnings(to.user_ids)
  if (to.stream_id === undefined) return []
  return [...topicWarnings(to.stream_id, to.topic), ...mentionWarnings(content, to.stream_id)]
}

function topicWarnings(channelId: number, topic: string): Warning[] {
  const warnings: Warning[] = []
  if (isResolved(topic))
    warnings.push({
      key: `resolved ${topic}`,
      words: text('writing.topicResolved'),
      remedy: 'unresolve',
    })
  const known = state()
  if (known.subscriptions.has(channelId) && isMuted(known, channelId, topic))
    warnings.push({ key: `muted ${topic}`, words: text('writing.topicMuted'), remedy: 'unmute' })
  if (!known.subscriptions.has(channelId))
    warnings.push({ key: `outside ${channelId}`, words: text('writing.notInChannel') })
  return warnings
}

function guestWarnings(ids: readonly number[]): Warning[] {
  if (!state().organization.enable_guest_user_dm_warning) return []
  const guests = ids.filter((id) => userOf(state(), id)?.is_guest === true)
  if (guests.length === 0) return []
  const names = guests.map((id) => personName(id)).join(', ')
  return [{ key: `guests ${guests.join()}`, words: text('writing.guests', { count: guests.length, names }) }]
}

/** People who are mentioned and don't get messages of the channel. */
function mentionWarnings(content: string, channelId: number): Warning[] {
  const channel = channelOf(state(), channelId)
  const members = state().subscribers.get(channelId)
  // Of a large channel only some are known: then nothing can be said.
  if (!channel || !members?.isComplete || !content.includes('@**')) return []
  const inside = new Set(members.ids)
  return mentionedIds(content)
    .filter((id) => !inside.has(id) && userOf(state(), id)?.is_bot === false)
    .map((id) => ({
      key: `absent ${channelId} ${id}`,
      words: text(channel.invite_only ? 'writing.wontSee' : 'writing.notToldOf', { name: personName(id) }),
      subscribes: { channelId, userId: id },
    }))
}

function mentionedIds(content: string): number[] {
  const ids = [...content.matchAll(/@\*\*([^*\n]+)\*\*/g)].flatMap(([, said = '']) => {
    const id = /\|(\d+)$/.exec(said)?.[1]
    if (id !== undefined) return [Number(id)]
    return usersNamed(state(), said)
      .slice(0, 1)
      .map(({ user_id }) => user_id)
  })
  return [...new Set(ids)]
}

/** How many a wildcard would tell, where those are many; undefined otherwise. */
export function manyToldBy(content: string, to: Destination): number | undefined {
  if (to.type === 'private' || to.stream_id === undefined || !content.includes('@**')) return undefined
  const plain = content.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, '')
  if (!/@\*\*(all|everyone|channel|stream)\*\*/.test(plain)) return undefined
  const count = state().subscribers.get(to.stream_id)?.subscriber_count ?? 0
  return count > manyPeople ? count : undefined
}
