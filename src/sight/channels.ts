// Who sees which channels and their subscribers before and after a change, and the events that tell them of it.
import { queues } from '../events/queues'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'
import { isGuest } from '../users/rank'
import { canSeeChannel, canSeeSubscribers, historyAccess, type HistoryAccess } from '../channels/access'
import { SightEvents } from '../channels/events'
import { channelDirectory, subscriberIdsOf, type Channel } from '../channels/repository'
import { mutedTopicsEvents } from './muted-topics'
import { isSameAccess, tellOfStars, type ReadingChange } from './stars'

/** What a change may touch: these channels, as seen by these people. */
export interface Scope {
  /** Where the change makes channels, it adds them here. */
  channelIds: ReadonlySet<number>
  /** By default everybody. Only those who have a queue are looked at. */
  viewerIds?: Iterable<number>
}

interface ChannelSight {
  channel: Channel
  subscriberIds: readonly number[]
  isSubscriber(userId: number): boolean
  /** Of those who see the channel: whether they may also know its subscribers. */
  knowsSubscribers: ReadonlyMap<number, boolean>
  /** Of those who see the channel: how much they may read. */
  access: ReadonlyMap<number, HistoryAccess>
}

type Sight = ReadonlyMap<number, ChannelSight>

/** A channel that was there for people to see before and after a change. */
export interface Remaining {
  before: Channel
  after: Channel
  /** Who saw it before and still does. */
  viewerIds: ReadonlySet<number>
}

/**
 * Makes a change and tells everyone which channels and subscribers they see now, and which no longer.
 * @param tellMore runs after they know the channels that are new to them, and before the subscriptions.
 */
export function watchChannels<T>(
  tx: Transaction,
  scope: Scope,
  change: () => T,
  tellMore?: (remaining: readonly Remaining[]) => void,
): T {
  const { organization } = tx
  const listeners = [...queues(organization).userIds]
  const viewerIds = scope.viewerIds ? listeners.filter(among(scope.viewerIds)) : listeners
  const { sight: before, ordinary } = look(organization, scope.channelIds, viewerIds)
  const result = change()
  const { sight: after } = look(organization, scope.channelIds, viewerIds, ordinary)
  // Clients that know nothing of archived channels see an archived one go, the others see it change.
  const isArchivedInvolved = [...before.values(), ...after.values()].some(({ channel }) => channel.isArchived)
  const audiences = isArchivedInvolved ? [true, false] : [undefined]
  const difference = rememberedDifference()
  const told = audiences.map((knowsArchived) => {
    const events = new SightEvents(tx, knowsArchived)
    for (const viewerId of viewerIds) {
      for (const channelId of scope.channelIds) {
        compare(
          events,
          difference,
          viewerId,
          visible(before, channelId, knowsArchived),
          visible(after, channelId, knowsArchived),
        )
      }
    }
    return events
  })
  for (const events of told) {
    for (const { viewerIds, list } of events.tellCreated()) {
      // In a channel that the change has made nobody has muted anything.
      const known = list.filter(({ id }) => before.has(id))
      for (const event of mutedTopicsEvents(organization, viewerIds, known)) events.tell(event)
    }
  }
  tellMore?.(remaining(before, after))
  for (const events of told) events.tellSubscriptions()
  // Where everybody reads what they read before, there is nothing to tell of.
  const changedIds = [...scope.channelIds].filter((id) => before.get(id)?.access !== after.get(id)?.access)
  for (const viewerId of changedIds.length === 0 ? [] : viewerIds) {
    const changes = readingChanges(before, after, changedIds, viewerId)
    if (changes.length > 0) tellOfStars(tx, viewerId, changes)
  }
  for (const events of told) events.tellDeleted()
  return result
}

function readingChanges(
  sightBefore: Sight,
  sightAfter: Sight,
  channelIds: Iterable<number>,
  viewerId: number,
): ReadingChange[] {
  const changes: ReadingChange[] = []
  for (const channelId of channelIds) {
    const before = sightBefore.get(channelId)?.access.get(viewerId) ?? 'nothing'
    const after = sightAfter.get(channelId)?.access.get(viewerId) ?? 'nothing'
    if (!isSameAccess(before, after)) changes.push({ channelId, before, after })
  }
  return changes
}

function among(ids: Iterable<number>): (id: number) => boolean {
  const set = new Set(ids)
  return (id) => set.has(id)
}

/** The same, for lists of thousands of which mostly nothing is asked. */
function amongLater(ids: readonly number[]): (id: number) => boolean {
  let set: ReadonlySet<number> | undefined
  return (id) => (set ??= new Set(ids)).has(id)
}

/** People who see all channels that are not private, and all of them: whoever is no guest. */
interface Ordinary {
  readonly viewerIds: readonly number[]
  readonly knowsSubscribers: ReadonlyMap<number, boolean>
  readonly access: ReadonlyMap<number, HistoryAccess>
}

/** @param earlier taken again if it is still so: then what did not change is the same object. */
function ordinaryOf(viewers: readonly User[], earlier: Ordinary | undefined): Ordinary {
  const viewerIds = viewers.filter((viewer) => !isGuest(viewer)).map(({ id }) => id)
  if (earlier && Bun.deepEquals(earlier.viewerIds, viewerIds)) return earlier
  return {
    viewerIds,
    knowsSubscribers: new Map(viewerIds.map((id) => [id, true])),
    access: new Map(viewerIds.map((id) => [id, 'all'])),
  }
}

function look(
  organization: Organization,
  channelIds: Iterable<number>,
  viewerIds: readonly number[],
  earlier?: Ordinary,
): { sight: Sight; ordinary: Ordinary } {
  const sight = new Map<number, ChannelSight>()
  const people = directory(organization).byId
  const viewers = viewerIds.flatMap((id) => people.get(id) ?? []).filter(({ isActive }) => isActive)
  const guests = viewers.filter(isGuest)
  const ordinary = ordinaryOf(viewers, earlier)
  for (const id of channelIds) {
    const channel = channelDirectory(organization).byId.get(id)
    if (!channel) continue
    const subscriberIds = subscriberIdsOf(organization, id)
    sight.set(id, {
      channel,
      subscriberIds,
      isSubscriber: amongLater(subscriberIds),
      // Of a channel that is not private, only what guests see has to be found out one by one.
      ...(channel.isPrivate
        ? sightsOf(organization, channel, viewers)
        : together(ordinary, sightsOf(organization, channel, guests))),
    })
  }
  return { sight, ordinary }
}

type Sights = Pick<ChannelSight, 'knowsSubscribers' | 'access'>

function sightsOf(organization: Organization, channel: Channel, viewers: readonly User[]): Sights {
  const knowsSubscribers = new Map<number, boolean>()
  const access = new Map<number, HistoryAccess>()
  for (const viewer of viewers) {
    if (!canSeeChannel(organization, viewer, channel)) continue
    knowsSubscribers.set(viewer.id, canSeeSubscribers(organization, viewer, channel))
    access.set(viewer.id, historyAccess(organization, viewer, channel))
  }
  return { knowsSubscribers, access }
}

function together(one: Sights, other: Sights): Sights {
  if (other.access.size === 0) return one
  return {
    knowsSubscribers: new Map([...one.knowsSubscribers, ...other.knowsSubscribers]),
    access: new Map([...one.access, ...other.access]),
  }
}

function visible(
  sight: Sight,
  channelId: number,
  knowsArchived: boolean | undefined,
): ChannelSight | undefined {
  const channel = sight.get(channelId)
  return channel?.channel.isArchived && knowsArchived === false ? undefined : channel
}

/** Notes what one person is to be told of one channel. */
function compare(
  events: SightEvents,
  difference: Difference,
  viewerId: number,
  before: ChannelSight | undefined,
  after: ChannelSight | undefined,
): void {
  const knew = before?.knowsSubscribers.get(viewerId)
  const knows = after?.knowsSubscribers.get(viewerId)
  if (knew === undefined && after && knows !== undefined) events.created(viewerId, after.channel)
  if (before && knew !== undefined && knows === undefined) events.deleted(viewerId, before.channel)
  const wasSubscribed = before !== undefined && knew !== undefined && before.isSubscriber(viewerId)
  const isSubscribed = after !== undefined && knows !== undefined && after.isSubscriber(viewerId)
  if (after && isSubscribed && !wasSubscribed) events.subscribed(viewerId, after.channel)
  if (before && wasSubscribed && !isSubscribed && after) events.unsubscribed(viewerId, before.channel)
  // Those who have just subscribed are given the whole list with their subscription.
  if (after && knows === true && (wasSubscribed || !isSubscribed)) {
    const channelId = after.channel.id
    const known = knew === true && before ? before : undefined
    events.peersAdded(viewerId, channelId, difference(after, known))
    if (known) events.peersRemoved(viewerId, channelId, without(difference(known, after), viewerId))
  }
  if (before && knew === true && knows === false) {
    events.peersRemoved(viewerId, before.channel.id, without(before.subscriberIds, viewerId))
  }
}

/** The subscribers of a channel on one side of the change that are not there on the other. */
type Difference = (of: ChannelSight, other: ChannelSight | undefined) => readonly number[]

/** Lists of so few people are looked for among those that were given before. */
const fewPeople = 20

/** Gives the same list each time, of few people also for several channels, so that events can be shared. */
function rememberedDifference(): Difference {
  const known = new Map<ChannelSight, readonly number[]>()
  const ofFew = new Map<string, readonly number[]>()
  const nobody: readonly number[] = []
  return (of, other) => {
    if (!other) return of.subscriberIds
    if (of.subscriberIds === other.subscriberIds) return nobody
    const hit = known.get(of)
    if (hit) return hit
    const missing = of.subscriberIds.filter((id) => !other.isSubscriber(id))
    const ids = missing.length > fewPeople ? missing : ofFew.getOrInsert(missing.join(), missing)
    known.set(of, ids)
    return ids
  }
}

function without(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : ids
}

function remaining(before: Sight, after: Sight): Remaining[] {
  const all: Remaining[] = []
  for (const [id, { channel, knowsSubscribers }] of after) {
    const earlier = before.get(id)
    if (!earlier) continue
    const viewerIds = new Set(
      [...knowsSubscribers.keys()].filter((each) => earlier.knowsSubscribers.has(each)),
    )
    all.push({ before: earlier.channel, after: channel, viewerIds })
  }
  return all
}
