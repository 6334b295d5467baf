// What a person has read: no longer unread, and no longer on their devices.
import { flagBits } from '../messages/flags'
import { takeBackFrom } from '../notifying/taking-back'
import type { Transaction } from '../organization/writer'
import { clearBit } from './repository'

/** Marks messages as read. Whoever calls it tells the person's clients. @param messageIds unread until now, ascending */
export function markAsRead(tx: Transaction, userId: number, messageIds: readonly number[]): void {
  clearBit(tx, userId, messageIds, flagBits.unread)
  takeBackFrom(tx, userId, messageIds)
}
