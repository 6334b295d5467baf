// A server event: built once, rendered once for each view that queues have of it, shared by all that see the same.
import { JsonFields } from '../http/envelope'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { QueueProfile } from './queue'
import { queues } from './queues'

/**
 * All that an event's payload may know of the queue that gets it: such as an option of the client, or whether
 * the person may see an address. Plain, as it is compared by value.
 */
export type View = PlainValue | { readonly [name: string]: PlainValue }

type PlainValue = string | number | boolean | null

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

/** Sends an event out once the write is on disk. */
export function emit(tx: Transaction, event: ServerEvent): void {
  tx.afterCommit(() => deliver(tx.organization, event))
}

/** Sends an event that no write stands behind, such as typing. */
export function deliver(organization: Organization, event: ServerEvent): void {
  const textFor = rendering(event)
  for (const queue of queues(organization).reachedBy(event)) {
    if (event.accepts && !event.accepts(queue)) continue
    const shared = textFor(queue)
    if (shared === null) continue
    const personal = event.personal?.(queue)
    queue.push(shared, personal ? `,${textOf(personal)}` : '')
  }
}

/** The event's JSON fields as a queue is to see them, null for none: made when the first queue of such a view asks. */
function rendering(event: ServerEvent): (queue: QueueProfile) => string | null {
  const texts = new Map<PlainValue, string | null>()
  const remember = (key: PlainValue, payload: object | null): string | null => {
    const text = payload && textOf({ type: event.type, ...payload })
    texts.set(key, text)
    return text
  }
  if (!event.view) return () => texts.get(null) ?? remember(null, event.payload())
  return (queue) => {
    const view = event.view(queue)
    const key = keyOf(view)
    const known = texts.get(key)
    return known === undefined ? remember(key, event.payload(view)) : known
  }
}

/** Equal for equal views, and for no others. */
function keyOf(view: View): PlainValue {
  if (typeof view === 'string') return JSON.stringify(view)
  return view !== null && typeof view === 'object' ? JSON.stringify(view) : view
}

/** An object's JSON without its braces. */
function textOf(fields: object | JsonFields): string {
  return fields instanceof JsonFields ? fields.text : JSON.stringify(fields).slice(1, -1)
}
