// Queueing the notifications of devices that speak the plain protocol.
import type { Notification } from '../../notifications/triggers'
import { enqueue } from '../../jobs/queueing'
import type { Transaction } from '../../organization/writer'
import { bouncerLane } from '../bouncer'
import type { Way } from '../way'
import { forgetAllDevices } from './forgetting'
import { pushMessageType, pushRemovalType } from './job-types'
import { laneOf, type PushLane } from './lanes'
import { devicesOf, peopleWithDevices } from './repository'

/** So many messages are taken back by one notification: it may have 4 KiB. */
const mostRemovals = 200

export const plainWay: Way = {
  people: peopleWithDevices,
  queue(tx, notifications) {
    const targets = targetsOf(tx, notifications)
    for (const { userId, messageId, trigger, mentionedGroupId } of notifications) {
      for (const { lane, deviceId } of targets.get(userId) ?? [])
        enqueue(tx, pushMessageType, { userId, messageId, trigger, mentionedGroupId, deviceId }, { lane })
    }
  },
  queueRemovals(tx, userId, messageIds) {
    const targets = targetsOf(tx, [{ userId }]).get(userId) ?? []
    for (let from = 0; from < messageIds.length; from += mostRemovals) {
      const some = messageIds.slice(from, from + mostRemovals)
      for (const { lane, deviceId } of targets)
        enqueue(tx, pushRemovalType, { userId, messageIds: some, deviceId }, { lane })
    }
  },
  forget: forgetAllDevices,
}

/** One delivery: it is tried again without those beside it. */
interface Target {
  readonly lane: PushLane
  /** Null for all that the bouncer reaches. */
  readonly deviceId: number | null
}

/** By person, in as many deliveries as it takes to reach their devices. */
function targetsOf(
  tx: Transaction,
  of: readonly Pick<Notification, 'userId'>[],
): ReadonlyMap<number, readonly Target[]> {
  const targets = new Map<number, Target[]>()
  const people = peopleWithDevices(tx.organization)
  const reached = new Set(of.map(({ userId }) => userId).filter((userId) => people.has(userId)))
  for (const { id, userId, kind } of devicesOf(tx, [...reached])) {
    const lane = laneOf(tx.organization, kind)
    if (lane === undefined) continue
    const known = targets.getOrInsertComputed(userId, () => [])
    if (lane !== bouncerLane) known.push({ lane, deviceId: id })
    else if (!known.some((target) => target.lane === lane)) known.push({ lane, deviceId: null })
  }
  return targets
}
