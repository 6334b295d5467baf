// A server event: built once, rendered once for each variant that queues ask for, shared by all of them.
import { JsonFields } from '../http/envelope'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { QueueOptions, QueueProfile } from './queue'
import { queues } from './queues'

/** Options on which an event's rendering may depend. */
export type Variant = keyof Omit<QueueOptions, 'narrow' | 'eventTypes' | 'allPublicStreams'>

/** Who gets an event: user IDs, or everyone with a queue. */
export type Audience = Iterable<number> | 'everyone'

export interface ServerEvent {
  /** The protocol's event type; queues that did not ask for it don't get it. */
  type: string
  audience: Audience
  /** For message events: queues beyond the audience that asked for all public channels. */
  alsoAllPublicStreams?: (userId: number) => boolean
  /** The options the payload depends on; it is rendered once for each combination that occurs. */
  variants?: readonly Variant[]
  /** What the payload depends on in the person who gets it, such as whether they may see an address. */
  viewerVariant?: (queue: QueueProfile) => string
  /**
   * The event's fields beside `id` and `type`; null when such a queue is not to get it. Called once for each
   * variant, with the first queue that has it.
   */
  payload(options: QueueOptions, queue: QueueProfile): object | null
  /** A last look at the queue, such as its narrow. */
  accepts?: (queue: QueueProfile) => boolean
  /** Fields that only this queue's person gets, such as message flags. */
  personal?: (queue: QueueProfile) => object | JsonFields | undefined
}

/** Sends an event out once the write is on disk. */
export function emit(tx: Transaction, event: ServerEvent): void {
  tx.afterCommit(() => deliver(tx.organization, event))
}

/** Sends an event that no write stands behind, such as typing. */
export function deliver(organization: Organization, event: ServerEvent): void {
  const rendered = new Map<string, string | null>()
  const render = (queue: QueueProfile): string | null => {
    const key = variantKey(event, queue)
    const known = rendered.get(key)
    if (known !== undefined) return known
    const payload = event.payload(queue.options, queue)
    const text = payload && textOf({ type: event.type, ...payload })
    rendered.set(key, text)
    return text
  }
  for (const queue of queues(organization).reachedBy(event)) {
    if (event.accepts && !event.accepts(queue)) continue
    const shared = render(queue)
    if (shared === null) continue
    const personal = event.personal?.(queue)
    queue.push(shared, personal ? `,${textOf(personal)}` : '')
  }
}

function variantKey({ variants, viewerVariant }: ServerEvent, queue: QueueProfile): string {
  let key = viewerVariant?.(queue) ?? ''
  for (const variant of variants ?? []) key += `/${String(queue.options[variant])}`
  return key
}

/** An object's JSON without its braces. */
function textOf(fields: object | JsonFields): string {
  return fields instanceof JsonFields ? fields.text : JSON.stringify(fields).slice(1, -1)
}
