// The events of channels and subscriptions (reference: events/stream.*, events/subscription.*).
import { emit, type ServerEvent, type ViewedEvent } from '../events/event'
import type { QueueProfile } from '../events/queue'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { defaultChannelIds, subscriptionsOf, type Channel } from './repository'
import { channelObject, subscriptionObject, subscriptionView, type SubscriptionOptions } from './wire'
import { isGuest } from '../users/rank'

/** What each of many people is to be told of channels, gathered and sent in as few events as there can be. */
export class SightEvents {
  readonly #tx: Transaction
  readonly #accepts: Pick<ServerEvent, 'accepts'>
  readonly #created = new Map<number, Channel[]>()
  readonly #deleted = new Map<number, number[]>()
  readonly #subscribed = new Map<number, Channel[]>()
  readonly #unsubscribed = new Map<number, Channel[]>()
  readonly #peersAdded = new PeerChanges('peer_add')
  readonly #peersRemoved = new PeerChanges('peer_remove')

  /** @param knowsArchived only for queues that do, or do not, know archived channels; undefined: for all. */
  constructor(tx: Transaction, knowsArchived: boolean | undefined) {
    this.#tx = tx
    this.#accepts =
      knowsArchived === undefined
        ? {}
        : { accepts: (queue: QueueProfile) => queue.options.archivedChannels === knowsArchived }
  }

  created(viewerId: number, channel: Channel): void {
    append(this.#created, viewerId, channel)
  }

  deleted(viewerId: number, channel: Channel): void {
    append(this.#deleted, viewerId, channel.id)
  }

  subscribed(viewerId: number, channel: Channel): void {
    append(this.#subscribed, viewerId, channel)
  }

  unsubscribed(viewerId: number, channel: Channel): void {
    append(this.#unsubscribed, viewerId, channel)
  }

  /** The list's identity says which changes may share an event. */
  peersAdded(viewerId: number, channelId: number, userIds: readonly number[]): void {
    this.#peersAdded.note(viewerId, channelId, userIds)
  }

  peersRemoved(viewerId: number, channelId: number, userIds: readonly number[]): void {
    this.#peersRemoved.note(viewerId, channelId, userIds)
  }

  /**
   * `stream` `create`. The count starts at 0: subscribers follow, with `add` or `peer_add`.
   * @returns who was told of which channels
   */
  tellCreated(): readonly Told[] {
    const told = [...grouped(this.#created, (channel) => channel.id)]
    for (const { viewerIds, list } of told) {
      const streams = list.map((channel) => ({
        ...channelObject(this.#tx.organization, channel),
        subscriber_count: 0,
      }))
      this.#emit('stream', viewerIds, { op: 'create', streams })
    }
    return told
  }

  /** Emits what follows from these changes, to the same queues alone. */
  tell(event: ServerEvent): void {
    const both = [this.#accepts.accepts, event.accepts]
    emit(this.#tx, { ...event, accepts: (queue) => both.every((accepts) => accepts?.(queue) ?? true) })
  }

  /** `stream` `delete`. */
  tellDeleted(): void {
    for (const { viewerIds, list } of grouped(this.#deleted, (id) => id)) {
      const streams = list.map((id) => ({ stream_id: id }))
      this.#emit('stream', viewerIds, { op: 'delete', streams, stream_ids: list })
    }
  }

  /** `subscription` `remove` and `add` to the people themselves, `peer_remove` and `peer_add` to others. */
  tellSubscriptions(): void {
    for (const { viewerIds, list } of grouped(this.#unsubscribed, (channel) => channel.id)) {
      const subscriptions = list.map(({ id, name }) => ({ stream_id: id, name }))
      this.#emit('subscription', viewerIds, { op: 'remove', subscriptions })
    }
    for (const [viewerId, channels] of this.#subscribed) this.#tellSubscribed(viewerId, channels)
    for (const { viewerIds, payload } of this.#peersRemoved.payloads())
      this.#emit('subscription', viewerIds, payload)
    for (const { viewerIds, payload } of this.#peersAdded.payloads())
      this.#emit('subscription', viewerIds, payload)
  }

  #tellSubscribed(viewerId: number, channels: readonly Channel[]): void {
    const { organization } = this.#tx
    const viewer = directory(organization).byId.get(viewerId)
    if (!viewer) return
    const own = subscriptionsOf(organization, viewerId)
    const objects = channels.flatMap((channel) => {
      const subscription = own.get(channel.id)
      return subscription ? [subscriptionObject(organization, viewer, channel, subscription)] : []
    })
    const event: ViewedEvent<SubscriptionOptions> = {
      type: 'subscription',
      audience: [viewerId],
      view: ({ options: { includeSubscribers, notificationSettingsNull } }) => ({
        includeSubscribers,
        notificationSettingsNull,
      }),
      payload(options) {
        const view = subscriptionView(organization, options)
        return { op: 'add', subscriptions: objects.map((object) => object(view)) }
      },
      ...this.#accepts,
    }
    emit(this.#tx, event)
  }

  #emit(type: string, audience: readonly number[], payload: object): void {
    emit(this.#tx, { type, audience, payload: () => payload, ...this.#accepts })
  }
}

/** People who were told of the same channels. */
export interface Told {
  readonly viewerIds: readonly number[]
  readonly list: readonly Channel[]
}

interface PeerPayload {
  viewerIds: number[]
  payload: object
}

/** Who is to hear that which people came to, or left, which channels. */
class PeerChanges {
  /** The people concerned, then who hears of them, then in which channels. */
  readonly #channelIds = new Map<readonly number[], Map<number, number[]>>()

  constructor(readonly op: 'peer_add' | 'peer_remove') {}

  note(viewerId: number, channelId: number, userIds: readonly number[]): void {
    if (userIds.length === 0) return
    const hearers = this.#channelIds.get(userIds) ?? new Map<number, number[]>()
    this.#channelIds.set(userIds, hearers)
    append(hearers, viewerId, channelId)
  }

  *payloads(): Iterable<PeerPayload> {
    const merged = new Map<string, { userIds: readonly number[]; hearers: Map<number, number[]> }>()
    for (const [userIds, hearers] of this.#channelIds) {
      // The same few people in many channels make one event; long lists are not worth comparing.
      const key = userIds.length <= 20 ? userIds.join() : `list ${merged.size}`
      const same = merged.get(key)
      if (!same) merged.set(key, { userIds, hearers })
      else for (const [viewerId, ids] of hearers) for (const id of ids) append(same.hearers, viewerId, id)
    }
    for (const { userIds, hearers } of merged.values()) {
      for (const { viewerIds, list } of grouped(hearers, (id) => id)) {
        yield { viewerIds, payload: { op: this.op, stream_ids: list, user_ids: userIds } }
      }
    }
  }
}

function append<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Puts people with the same list together. */
function grouped<T>(
  lists: ReadonlyMap<number, T[]>,
  idOf: (value: T) => number,
): Iterable<{ viewerIds: number[]; list: T[] }> {
  const groups = new Map<string, { viewerIds: number[]; list: T[] }>()
  for (const [viewerId, list] of lists) {
    const key = list.map(idOf).join()
    const group = groups.get(key)
    if (group) group.viewerIds.push(viewerId)
    else groups.set(key, { viewerIds: [viewerId], list })
  }
  return groups.values()
}

/** `stream` `update` of one property. `more` are fields that come with some properties. */
export function channelUpdatedEvent(
  channel: Channel,
  audience: Iterable<number>,
  change: { property: string; value: unknown; nameBefore?: string; more?: object },
): ServerEvent {
  return {
    type: 'stream',
    audience: [...audience],
    payload: () => ({
      op: 'update',
      stream_id: channel.id,
      name: change.nameBefore ?? channel.name,
      property: change.property,
      value: change.value,
      ...change.more,
    }),
    ...(channel.isArchived ? { accepts: ({ options }: QueueProfile) => options.archivedChannels } : {}),
  }
}

/** `subscription` `update` of one property, to its owner. */
export function subscriptionUpdatedEvent(
  channel: Channel,
  userId: number,
  property: string,
  value: unknown,
): ServerEvent {
  return {
    type: 'subscription',
    audience: [userId],
    payload: () => ({ op: 'update', stream_id: channel.id, property, value }),
    ...(channel.isArchived ? { accepts: ({ options }: QueueProfile) => options.archivedChannels } : {}),
  }
}

/** A setting of a channel is chosen no more. @param inherited what it is now, for clients that don't know of inheriting */
export function subscriptionResetEvent(
  channel: Channel,
  userId: number,
  property: string,
  inherited: boolean,
): ServerEvent {
  const { audience, accepts, type } = subscriptionUpdatedEvent(channel, userId, property, null)
  const event: ViewedEvent<Pick<SubscriptionOptions, 'notificationSettingsNull'>> = {
    type,
    audience,
    ...(accepts ? { accepts } : {}),
    view: ({ options: { notificationSettingsNull } }) => ({ notificationSettingsNull }),
    payload: ({ notificationSettingsNull }) => ({
      op: 'update',
      stream_id: channel.id,
      property,
      value: notificationSettingsNull ? null : inherited,
    }),
  }
  return event
}

/** Tells everyone but guests which channels new people are subscribed to. */
export function tellDefaultChannels(tx: Transaction): void {
  const { organization } = tx
  emit(tx, defaultChannelsEvent(everyoneButGuests(organization), defaultChannelIds(organization)))
}

/** The IDs of those who may choose where new people start. */
export function everyoneButGuests(organization: Organization): number[] {
  const people = directory(organization).all.filter((user) => !isGuest(user))
  return people.map(({ id }) => id)
}

export function defaultChannelsEvent(audience: readonly number[], ids: readonly number[]): ServerEvent {
  return { type: 'default_streams', audience, payload: () => ({ default_streams: ids }) }
}
