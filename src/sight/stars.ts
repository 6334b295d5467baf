// Stars count for messages one can read: tells people of those that go out of their sight with a channel, or come back.
import { isWithin, type HistoryAccess } from '../channels/access'
import { emit } from '../events/event'
import { starredIn } from '../message-flags/repository'
import { flagAddedEvent, flagRemovedEvent } from '../message-flags/wire'
import type { Transaction } from '../organization/writer'

/** How much somebody could read of a channel before a change, and can after it. */
export interface ReadingChange {
  readonly channelId: number
  readonly before: HistoryAccess
  readonly after: HistoryAccess
}

export function isSameAccess(a: HistoryAccess, b: HistoryAccess): boolean {
  return a === b || Bun.deepEquals(a, b)
}

/** Emits `update_message_flags` for the stars of a person in channels of which they can read more now, or less. */
export function tellOfStars(tx: Transaction, userId: number, changes: readonly ReadingChange[]): void {
  const byChannel = new Map(changes.map((each) => [each.channelId, each]))
  const gone: number[] = []
  const back: number[] = []
  for (const { id, channelId } of starredIn(tx, userId, [...byChannel.keys()])) {
    const { before = 'nothing', after = 'nothing' } = byChannel.get(channelId) ?? {}
    if (covers(before, id) && !covers(after, id)) gone.push(id)
    if (!covers(before, id) && covers(after, id)) back.push(id)
  }
  if (gone.length > 0) emit(tx, flagRemovedEvent(userId, 'starred', gone))
  if (back.length > 0) emit(tx, flagAddedEvent([userId], 'starred', back))
}

function covers(access: HistoryAccess, messageId: number): boolean {
  return access === 'all' || (access !== 'nothing' && isWithin(access, messageId))
}
