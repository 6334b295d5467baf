// An event as its queues are to see it: rendered once for each view of it, and shared by all who have that view.
import { JsonFields } from '../http/envelope'
import type { PlainValue, ServerEvent, View } from './event'
import { SharedText, type EventQueue, type QueueProfile } from './queue'

/** The same text for several queues, each of which has it under an ID of its own. */
export interface Share {
  readonly shared: SharedText
  /** JSON fields that these people get beside it, with a leading comma; often empty. */
  readonly personal: string
  readonly queues: EventQueue[]
  /** The event's ID in each of the queues. */
  readonly ids: number[]
}

/**
 * Renders an event for these queues and gives it an ID in each that is to get it. Nothing is in the queues yet.
 * @throws what the event's own functions throw.
 */
export function sharesOf(event: ServerEvent, queues: Iterable<EventQueue>): Share[] {
  const textFor = rendering(event)
  const shares: Share[] = []
  let last: (Share & { source: object | undefined }) | undefined
  for (const queue of queues) {
    if (event.accepts && !event.accepts(queue)) continue
    const shared = textFor(queue)
    if (shared === null) continue
    const source = event.personal?.(queue)
    if (last?.shared !== shared || last.source !== source) {
      last = { shared, personal: source ? `,${textOf(source)}` : '', queues: [], ids: [], source }
      shares.push(last)
    }
    last.queues.push(queue)
    last.ids.push(queue.nextId())
  }
  return shares
}

/** The event's JSON fields as a queue is to see them, null for none: made when the first queue of such a view asks. */
function rendering(event: ServerEvent): (queue: QueueProfile) => SharedText | null {
  const texts = new Map<PlainValue, SharedText | null>()
  const remember = (key: PlainValue, payload: object | null): SharedText | null => {
    const text = payload && new SharedText(textOf({ type: event.type, ...payload }))
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
