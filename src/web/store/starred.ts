// Starred messages, by their IDs alone.
import type { ServerEvent } from './events'
import { idsOf } from './message-changes'
import { goneIds, withIds, withoutIds } from './records'
import { isNumbers, orElse, type Fields } from './shapes'

/** Ascending. */
export type Starred = readonly number[]

export function starredFrom(register: Fields): Starred {
  return orElse(isNumbers, register['starred_messages'], [])
}

/** `update_message_flags` of stars, `delete_message`. */
export function starredAfter(starred: Starred, event: ServerEvent): Starred {
  const { type, op, flag, messages } = event
  if (type === 'delete_message') return withoutIds(starred, goneIds(idsOf(event)))
  if (type !== 'update_message_flags' || flag !== 'starred') return starred
  const ids = orElse(isNumbers, messages, [])
  return op === 'add' ? withIds(starred, ids) : withoutIds(starred, goneIds(ids))
}
