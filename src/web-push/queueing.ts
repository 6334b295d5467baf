// Queueing the notifications of browsers: each in the lane of its push service.
import { enqueue } from '../jobs/queueing'
import type { Transaction } from '../organization/writer'
import type { Way } from '../push/way'
import { webMessageType, webRemovalType } from './job-types'
import {
  deleteSubscriptionsBesideSessions,
  subscribers,
  subscriptionsOfPeople,
  type Subscription,
} from './repository'

/** So many messages are taken back by one notification: it may have 4 KiB. */
const mostRemovals = 200

export const webPushWay: Way = {
  people: subscribers,
  queue(tx, notifications) {
    const people = subscribers(tx.organization)
    const reached = notifications.filter(({ userId }) => people.has(userId))
    if (reached.length === 0) return
    const all = subscriptionsOfPeople(tx, new Set(reached.map(({ userId }) => userId)))
    const byPerson = Map.groupBy(all, ({ userId }) => userId)
    for (const { userId, messageId, trigger, mentionedGroupId } of reached) {
      for (const { id: subscriptionId, endpoint } of byPerson.get(userId) ?? []) {
        const payload = { subscriptionId, userId, messageId, trigger, mentionedGroupId }
        enqueue(tx, webMessageType, payload, { lane: laneOf(endpoint) })
      }
    }
  },
  queueRemovals(tx, userId, messageIds) {
    if (!subscribers(tx.organization).has(userId)) return
    for (const subscription of subscriptionsOfPeople(tx, [userId]))
      queueWebRemovals(tx, subscription, messageIds)
  },
  // The others end with their sessions, and have by now where those have.
  forget: deleteSubscriptionsBesideSessions,
}

/** Takes notifications back from a browser. */
export function queueWebRemovals(
  tx: Transaction,
  { id: subscriptionId, userId, endpoint }: Subscription,
  messageIds: readonly number[],
): void {
  for (let from = 0; from < messageIds.length; from += mostRemovals) {
    const some = messageIds.slice(from, from + mostRemovals)
    enqueue(tx, webRemovalType, { subscriptionId, userId, messageIds: some }, { lane: laneOf(endpoint) })
  }
}

/** A push service is down for all browsers that it serves. */
function laneOf(endpoint: string): string {
  return new URL(endpoint).origin
}
