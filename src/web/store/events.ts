// An event as the server sends it, of which nothing but the type is known before a slice has looked at it.
import { isFields, isText, type Fields } from './shapes'

/** An event of the queue (reference: events/). */
export type ServerEvent = Fields & { readonly type: string }

export function isServerEvent(value: unknown): value is ServerEvent {
  return isFields(value) && isText(value['type'])
}
