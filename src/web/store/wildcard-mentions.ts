// Messages that mention everybody count as mentions unless they are muted, which changes without an event of its own: where
// something is muted, shown again or moved, those that are known are counted anew (reference: register-queue, `mentions`). Those that
// are not are asked for by feeds/mention-counts.ts.
import type { ServerEvent } from './events'
import type { Messages } from './messages'
import { changed, goneIds, withIds, withoutIds } from './records'
import { isNumber, isText } from './shapes'
import type { Unread } from './unread'
import { isMuted, type Sight } from './visibility'

/** All as it is after the event. */
export function wildcardsAfter(unread: Unread, event: ServerEvent, sight: Sight, messages: Messages): Unread {
  const channelId = channelOfMuting(event)
  return channelId === undefined ? unread : wildcardsCounted(unread, channelId, sight, messages)
}

/** With the mentions counted anew that are known in a channel. */
export function wildcardsCounted(
  unread: Unread,
  channelId: number,
  sight: Sight,
  messages: Messages,
): Unread {
  const topics = unread.channels.get(channelId)
  if (!topics) return unread
  const isWildcard = (id: number): boolean => {
    const flags = messages.get(id)?.flags ?? []
    return flags.includes('wildcard_mentioned') && !flags.includes('mentioned')
  }
  let { mentions } = unread
  for (const [topic, ids] of topics) {
    const those = ids.filter(isWildcard)
    if (those.length === 0) continue
    mentions = isMuted(sight, channelId, topic)
      ? withoutIds(mentions, goneIds(those))
      : withIds(mentions, those)
  }
  return changed(unread, { mentions })
}

/** The channel in which something may be muted now that was not, or the other way round. */
export function channelOfMuting(event: ServerEvent): number | undefined {
  const { type, op, property, stream_id: id, new_stream_id: newId } = event
  const isMuting =
    type === 'user_topic' || (type === 'subscription' && op === 'update' && property === 'is_muted')
  if (type === 'update_message') {
    if (isNumber(newId)) return newId
    return isText(event['orig_subject']) && isNumber(id) ? id : undefined
  }
  return isMuting && isNumber(id) ? id : undefined
}
