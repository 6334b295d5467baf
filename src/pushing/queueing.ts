// Notifying people's devices, by whatever ways they have: queued with what is to be told, and with what takes it back.
import type { Notification } from '../notifications/triggers'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { Transaction } from '../organization/writer'
import { encryptedWay } from '../push/encrypted/queueing'
import { plainWay } from '../push/plain/queueing'
import { deleteAllPushed, deletePushed, insertPushed } from '../push/repository'
import type { Way } from '../push/way'
import { webPushWay } from '../web-push/queueing'

const ways: readonly Way[] = [plainWay, encryptedWay, webPushWay]

/** Those who have any device that can be reached: nobody else has to be decided about. */
export function pushedTo(organization: Organization): ReadonlySet<number> {
  const known = unions(organization)
  const sets = ways.map((way) => way.people(organization))
  if (sets.every((set, index) => set === known.of[index])) return known.union
  const union = new Set(sets.flatMap((set) => [...set]))
  Object.assign(known, { of: sets, union })
  return union
}

const unions = organizationState((): { of: readonly ReadonlySet<number>[]; union: ReadonlySet<number> } => ({
  of: [],
  union: new Set(),
}))

/** Has people's devices notified of messages. Who has no device is passed over. */
export function queuePushes(tx: Transaction, notifications: readonly Notification[]): void {
  const people = pushedTo(tx.organization)
  const reached = notifications.filter(({ userId }) => people.has(userId))
  if (reached.length === 0) return
  insertPushed(tx, reached)
  for (const way of ways) way.queue(tx, reached)
}

/** Takes notifications back from a person's devices. @param messageIds read or gone by now; whoever was notified of them or not */
export function queueRemovals(tx: Transaction, userId: number, messageIds: readonly number[]): void {
  const pushed = deletePushed(tx, userId, messageIds)
  if (pushed.length === 0) return
  for (const way of ways) way.queueRemovals(tx, userId, pushed)
}

/** Forgets those of a person's devices that have lost their login: they are told nothing until somebody logs in there again. */
export function forgetDevices(tx: Transaction, userId: number): void {
  for (const way of ways) way.forget(tx, userId)
  // What the others show can still be taken back.
  if (!pushedTo(tx.organization).has(userId)) deleteAllPushed(tx, userId)
}
