// Queueing the notifications of end-to-end encrypted devices.
import { enqueue } from '../../jobs/queueing'
import type { Transaction } from '../../organization/writer'
import { bouncerLane } from '../bouncer'
import type { Way } from '../way'
import { forgetEncryptedDevices } from './failing'
import { encryptedMessageType, encryptedRemovalType } from './job-types'
import { peopleWithDevices } from './repository'

/** So many messages are taken back by one notification: providers take 4 KiB. */
const mostRemovals = 200

const nobody: ReadonlySet<number> = new Set()

export const encryptedWay: Way = {
  people: (organization) => (organization.rules.push.bouncer ? peopleWithDevices(organization) : nobody),
  queue(tx, notifications) {
    const people = encryptedWay.people(tx.organization)
    for (const { userId, messageId, mentionedGroupId } of notifications) {
      if (!people.has(userId)) continue
      enqueue(tx, encryptedMessageType, { userId, messageId, mentionedGroupId }, { lane: bouncerLane })
    }
  },
  queueRemovals(tx, userId, messageIds) {
    if (encryptedWay.people(tx.organization).has(userId)) queueEncryptedRemovals(tx, userId, messageIds)
  },
  forget: forgetEncryptedDevices,
}

/** Takes notifications back from a person's devices. */
export function queueEncryptedRemovals(tx: Transaction, userId: number, messageIds: readonly number[]): void {
  for (let from = 0; from < messageIds.length; from += mostRemovals) {
    const some = messageIds.slice(from, from + mostRemovals)
    enqueue(tx, encryptedRemovalType, { userId, messageIds: some }, { lane: bouncerLane })
  }
}
