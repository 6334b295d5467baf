// What counts as read because of something else a person does: they leave a channel, or mute somebody.
import { emit } from '../events/event'
import type { Transaction } from '../organization/writer'
import { markAsRead } from './reading'
import { allUnread, type UnreadMessage } from './repository'
import { flagAddedEvent } from './wire'

/**
 * Marks everything in these channels as read for a person who leaves them, and tells their clients: unread
 * messages are only in channels one is in.
 */
export function readLeftChannels(tx: Transaction, userId: number, channelIds: readonly number[]): void {
  const left = new Set(channelIds)
  markUnread(tx, userId, ({ channelId }) => channelId !== null && left.has(channelId))
}

/** Marks everything that somebody sent as read for a person who mutes them, and tells their clients. */
export function readMutedSender(tx: Transaction, userId: number, mutedUserId: number): void {
  markUnread(tx, userId, ({ senderId }) => senderId === mutedUserId)
}

function markUnread(tx: Transaction, userId: number, isMeant: (message: UnreadMessage) => boolean): void {
  const ids = allUnread(tx, userId)
    .filter(isMeant)
    .map(({ id }) => id)
  if (ids.length === 0) return
  markAsRead(tx, userId, ids)
  emit(tx, flagAddedEvent([userId], 'read', ids))
}
