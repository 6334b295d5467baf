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
  // Most queues have the view of the one before: a key of each would take longer than all else.
  let last: { view: View; text: SharedText | null } | undefined
  return (queue) => {
    const view = event.view(queue)
    if (last && isSame(view, last.view)) return last.text
    const key = keyOf(view)
    const known = texts.get(key)
    const text = known === undefined ? remember(key, event.payload(view)) : known
    last = { view, text }
    return text
  }
}

/** Whether they are surely equal. */
function isSame(a: View, b: View): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name] && name in b)
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
