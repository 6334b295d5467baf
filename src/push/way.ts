// What a way is by which notifications reach devices: the plain protocol, the encrypted one, Web Push.
import type { Notification } from '../notifications/triggers'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'

export interface Way {
  /** Those who have a device that can be reached by it now: a cached set, the same object until it is another. */
  people(organization: Organization): ReadonlySet<number>
  /** Queues the notifications of those who have such a device. */
  queue(tx: Transaction, notifications: readonly Notification[]): void
  /** Queues that the notifications of these messages are taken back from the person's devices. @param messageIds ascending */
  queueRemovals(tx: Transaction, userId: number, messageIds: readonly number[]): void
  /** Forgets the person's devices that have lost their login; all of them where it is not known which have. */
  forget(tx: Transaction, userId: number): void
}
