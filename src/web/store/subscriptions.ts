// Subscriptions: the channels that this person is in, with what they chose for each.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { changed, isEqual } from './records'
import {
  bare,
  isBoolean,
  isFields,
  isNumber,
  isNumbers,
  isText,
  listOf,
  nullable,
  shape,
  type Checked,
  type Fields,
} from './shapes'

const fields = {
  stream_id: isNumber,
  /** `#76ce90` */
  color: isText,
  is_muted: isBoolean,
  pin_to_top: isBoolean,
  /** Null inherits what the person's settings say of all channels. */
  desktop_notifications: nullable(isBoolean),
  audible_notifications: nullable(isBoolean),
  push_notifications: nullable(isBoolean),
  email_notifications: nullable(isBoolean),
  wildcard_mentions_notify: nullable(isBoolean),
}
const names = Object.keys(fields)
const isSubscription = shape(fields)
export type Subscription = Checked<typeof isSubscription>

/** By channel ID. What the channel itself is, is in `channels`. */
export type Subscriptions = IdMap<Subscription>

export function subscriptionsFrom(register: Fields): Subscriptions {
  return IdMap.by(listed(register['subscriptions']), ({ stream_id }) => stream_id)
}

function listed(value: unknown): Subscription[] {
  return listOf(isSubscription, value).map((subscription) => bare(isSubscription, names, subscription))
}

/** `subscription`: `add`, `remove`, `update`; and channels that are out of sight. */
export function subscriptionsAfter(subscriptions: Subscriptions, event: ServerEvent): Subscriptions {
  const { type, op, stream_id: id } = event
  if (type === 'stream' && op === 'delete')
    return isNumbers(event['stream_ids']) ? subscriptions.withoutAll(event['stream_ids']) : subscriptions
  if (type !== 'subscription') return subscriptions
  if (op === 'add') {
    const news = listed(event['subscriptions']).filter(
      (each) => !isEqual(subscriptions.get(each.stream_id), each),
    )
    return subscriptions.withAll(news.map((each) => [each.stream_id, each]))
  }
  if (op === 'remove') return subscriptions.withoutAll(idsIn(event['subscriptions']))
  const subscription = op === 'update' && isNumber(id) ? subscriptions.get(id) : undefined
  return subscription
    ? subscriptions.with(subscription.stream_id, updated(subscription, event))
    : subscriptions
}

function updated(subscription: Subscription, { property, value }: ServerEvent): Subscription {
  if (!isText(property) || !Object.hasOwn(fields, property)) return subscription
  const now: Fields = { ...subscription, [property]: value }
  return isSubscription(now) ? changed(subscription, now) : subscription
}

/** The channels that an event names. */
export function idsIn(value: unknown): number[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown) =>
    isFields(each) && isNumber(each['stream_id']) ? [each['stream_id']] : [],
  )
}
