// A server event: what it says, to whom, and what of a queue its form depends on; and how it is sent.
import type { JsonFields } from '../http/envelope'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { QueueProfile } from './queue'
import { queues } from './queues'

/**
 * All that an event's payload may know of the queue that gets it: such as an option of the client, or whether
 * the person may see an address. Plain, as it is compared by value.
 */
export type View = PlainValue | { readonly [name: string]: PlainValue }

export type PlainValue = string | number | boolean | null

/** Who gets an event: user IDs, or everyone with a queue. */
export type Audience = Iterable<number> | 'everyone'

interface Delivery {
  /** The protocol's event type; queues that did not ask for it don't get it. */
  type: string
  audience: Audience
  /** For message events: queues beyond the audience that asked for all public channels. */
  alsoAllPublicStreams?: (userId: number) => boolean
  /** A last look at the queue, such as its narrow. */
  accepts?: (queue: QueueProfile) => boolean
  /** Fields that only this queue's person gets, such as message flags. */
  personal?: (queue: QueueProfile) => object | JsonFields | undefined
}

/** An event that all who get it see alike. */
interface CommonEvent extends Delivery {
  view?: undefined
  /** The event's fields beside `id` and `type`. */
  payload(): object
}

/** An event that looks different to some: its payload is made from what `view` says of a queue, and nothing else. */
export interface ViewedEvent<V extends View> extends Delivery {
  view(queue: QueueProfile): V
  /** The fields beside `id` and `type`; null when such a queue is not to get it. Called once for each view. */
  payload(view: V): object | null
}

export type ServerEvent = CommonEvent | ViewedEvent<View>

/** Sends an event with the write: queues have it once the write is on disk, and whatever happens then. */
export function emit(tx: Transaction, event: ServerEvent): void {
  const outcome: { error?: unknown } = {}
  tx.beforeCommit(() => queues(tx.organization).sendWithCommit(event, outcome))
  tx.afterCommit(() => {
    if ('error' in outcome) throw outcome.error
  })
}

/** Sends an event that no write stands behind, such as typing. */
export function deliver(organization: Organization, event: ServerEvent): void {
  queues(organization).send(event)
}

/** Ends queues of these people with the write, all or some: their clients have to register anew. */
export function endQueues(
  tx: Transaction,
  userIds: Iterable<number>,
  isMeant: (queue: QueueProfile) => boolean = () => true,
): void {
  tx.beforeCommit(() => queues(tx.organization).endWithCommit(userIds, isMeant))
}

/** With the write, answers the polls of a person that wait with nothing: their clients have to ask again. */
export function releasePolls(tx: Transaction, userId: number): void {
  tx.afterCommit(() => {
    for (const queue of queues(tx.organization).ofUser(userId)) queue.release()
  })
}
