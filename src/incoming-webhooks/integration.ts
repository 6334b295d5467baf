// What an integration is: how the deliveries of one sender become messages.
import type { Markdown } from './markdown'
import type { OptionName } from './options'
import type { Payload } from './payload'

/** Something that a sender tells of, and how to say it. */
export interface Integration {
  /** As it stands in addresses: lower case, without spaces. */
  readonly name: string
  /** What else it may be called in addresses. */
  readonly otherNames?: readonly string[]
  /** As people read it. */
  readonly displayName: string
  /**
   * What it tells of, by the names that its users know for filters. All else that comes is counted. An integration of one
   * event has nothing to filter.
   */
  readonly events: Readonly<Record<string, Tell>>
  /** The name of what a delivery tells of; the only event, if not given. Empty where it does not say. */
  eventOf?(delivery: Delivery): string
  /** What an address may say beside where to post. */
  readonly options?: readonly OptionName[]
  /** What the sender calls a delivery: the same when it is sent again. Empty where it has no name. */
  deliveryName?(delivery: Delivery): string
  /**
   * Whether whoever sent it knows the secret that the bot is configured with. By `Authorization: Bearer`, if not given.
   * @param now in milliseconds
   */
  isGenuine?(delivery: Sent, secret: string, now: number): boolean
}

/** How an event is said; undefined for one of which there is nothing to say. */
export type Tell = (delivery: Delivery) => Message | undefined

/** What is to be posted. */
export interface Message {
  /** Undefined where it has no topic of its own. Any text: it is cut and cleaned. */
  readonly topic: string | undefined
  readonly content: Markdown
}

/** A request as it came. */
export interface Sent {
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/** The same, read. */
export interface Delivery extends Sent {
  readonly payload: Payload
  /** What the address says, or else the bot's configuration; empty for neither. */
  option(name: OptionName): string
}

/** An integration whose deliveries all tell of the same. */
export function eventName({ events, eventOf }: Integration, delivery: Delivery): string {
  return eventOf ? eventOf(delivery) : (Object.keys(events)[0] ?? '')
}

/** The names that filters may have; null where there is nothing to filter. */
export function filterable({ events, eventOf }: Integration): readonly string[] | null {
  return eventOf ? Object.keys(events) : null
}
