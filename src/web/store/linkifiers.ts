// Linkifiers: what becomes a link in messages and topics by itself.
import type { ServerEvent } from './events'
import { kept } from './records'
import { isNumber, isText, listOf, shape, type Checked, type Fields } from './shapes'

const isLinkifier = shape({ id: isNumber, pattern: isText, url_template: isText })
export type Linkifier = Checked<typeof isLinkifier>

/** In the order in which they are tried. */
export type Linkifiers = readonly Linkifier[]

export function linkifiersFrom(register: Fields): Linkifiers {
  return listOf(isLinkifier, register['realm_linkifiers'])
}

/** `realm_linkifiers`: all that there are now. */
export function linkifiersAfter(linkifiers: Linkifiers, event: ServerEvent): Linkifiers {
  if (event.type !== 'realm_linkifiers') return linkifiers
  return kept(linkifiers, listOf(isLinkifier, event['realm_linkifiers']))
}
