// Subscribes people to channels, making those that are not there yet.
import { record } from '../../audit-log/recording'
import { ApiError, badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { directory, type User } from '../../users/repository'
import { canSeeChannel, hasChannelPermission, hasContentAccess, isSubscribed } from '../access'
import { checkedChannelRequest, makeChannel, type ChannelRequest } from '../managing/creating'
import { tellDefaultChannels } from '../events'
import { checkedColor, checkedDescription, checkedName, ColorChooser } from '../names'
import { assertActive, resolvePrincipals, type Principals } from './principals'
import {
  channelDirectory,
  channelNameKey,
  insertSubscriptions,
  subscriptionsOf,
  type Channel,
  type NewSubscription,
} from '../repository'
import { maySubscribeOthers } from '../rights'
import { maxSubscriptionsAtOnce, tooManySubscriptions } from './slices'
import { changingSight } from '../../sight/changing'
import { isGuest } from '../../users/rank'

/** The most channels that one call may make. */
const maxNewChannels = 50

/** A channel as a call names it; the description is for a new one. */
export interface WantedChannel {
  name: string
  color?: string
  description?: string
}

export interface SubscribeRequest {
  channels: readonly WantedChannel[]
  /** The parameter that names them, for errors; `subscriptions` unless it is called otherwise. */
  parameter?: string
  /** Undefined: the caller. */
  principals: Principals | undefined
  /** How to make channels that are not there yet. */
  settings: ChannelRequest
  /** False: channels the caller may not enter are named in the answer and left out. */
  authorizationErrorsFatal: boolean
}

export interface Subscribed {
  people: readonly User[]
  /** User ID → names of channels. */
  subscribed: Map<number, string[]>
  alreadySubscribed: Map<number, string[]>
  /** Names of existing channels the caller may not enter, or not let the others into. */
  unauthorized: string[]
  created: Channel[]
}

/**
 * Subscribes people to channels, within a write.
 * @param isMade whether a channel was made by the same call before: its caller may fill it, come what may.
 * @throws ApiError, and then nothing has changed.
 */
export function subscribeIn(
  tx: Transaction,
  callerId: number,
  request: SubscribeRequest,
  isMade: (channel: Channel) => boolean = () => false,
): Subscribed {
  const { caller, people, settings, existing, missing, unauthorized } = checkedSubscribing(
    tx.organization,
    callerId,
    request,
    isMade,
  )
  const answer: Subscribed = {
    people,
    subscribed: new Map(),
    alreadySubscribed: new Map(),
    unauthorized,
    created: [],
  }
  const channelIds = new Set(existing.map(({ channel }) => channel.id))
  changingSight(tx, { subscriptions: channelIds }, () => {
    const wanted = [...existing]
    for (const { name, description, color } of missing) {
      if (!settings) continue
      const channel = makeChannel(tx, caller, { name, description }, settings)
      channelIds.add(channel.id)
      answer.created.push(channel)
      wanted.push({ channel, color })
    }
    recordOthers(tx, caller, join(tx, people, wanted, answer))
  })
  if (settings?.isDefault && answer.created.length > 0) tellDefaultChannels(tx)
  return answer
}

/** What a call amounts to. @throws ApiError if it can't be carried out. */
export function checkedSubscribing(
  organization: Organization,
  callerId: number,
  request: SubscribeRequest,
  isMade: (channel: Channel) => boolean = () => false,
) {
  const caller = currentUser(organization, callerId)
  const people = resolvePrincipals(organization, caller, request.principals)
  assertActive(people)
  if (people.length * request.channels.length > maxSubscriptionsAtOnce) throw tooManySubscriptions()
  const sorted = sortOut(organization, caller, people, request, isMade)
  const { missing } = sorted
  if (missing.length > maxNewChannels) {
    throw badRequest(`Too many new channels at once (limit: ${maxNewChannels})`)
  }
  if (missing.length > 0) assertMayFillNewChannels(organization, caller, people)
  const settings =
    missing.length > 0 ? checkedChannelRequest(organization, caller, request.settings) : undefined
  return { caller, people, settings, ...sorted }
}

function currentUser(organization: Organization, id: number): User {
  const user = directory(organization).byId.get(id)
  if (!user) throw new Error(`There is no user ${id}`)
  return user
}

interface ExistingChannel {
  channel: Channel
  color: string | undefined
}

interface MissingChannel {
  name: string
  description: string
  color: string | undefined
}

/** Which of the wanted channels are there, which are to be made, and which the caller may not enter. */
function sortOut(
  organization: Organization,
  caller: User,
  people: readonly User[],
  { channels, authorizationErrorsFatal, parameter = 'subscriptions' }: SubscribeRequest,
  isMade: (channel: Channel) => boolean,
) {
  const existing: ExistingChannel[] = []
  const missing: MissingChannel[] = []
  const unauthorized: string[] = []
  const seen = new Set<string>()
  for (const wanted of channels) {
    const name = checkedName(parameter, wanted.name)
    const description = checkedDescription(parameter, wanted.description ?? '')
    const color = wanted.color === undefined ? undefined : checkedColor(parameter, wanted.color)
    const key = channelNameKey(name)
    if (seen.has(key)) continue
    seen.add(key)
    const channel = channelDirectory(organization).byNameKey.get(key)
    const refusal =
      channel && isMade(channel) ? undefined : refusalToSubscribe(organization, caller, people, channel, name)
    if (refusal && authorizationErrorsFatal) throw refusal
    if (refusal) unauthorized.push(name)
    else if (channel) existing.push({ channel, color })
    else missing.push({ name, description, color })
  }
  return { existing, missing, unauthorized }
}

/**
 * Why the caller can't subscribe these people to the channel; undefined if they can, or if it is to be made.
 * Guests make none, and can't tell one that is missing from one they may not see.
 */
function refusalToSubscribe(
  organization: Organization,
  caller: User,
  people: readonly User[],
  channel: Channel | undefined,
  name: string,
): ApiError | undefined {
  if (!channel) return isGuest(caller) ? noAccess(name) : undefined
  const others = people.filter((user) => user.id !== caller.id)
  const includesCaller = others.length < people.length
  // Whoever tries to make a channel of a taken name learns that much, and no more.
  if (!canSeeChannel(organization, caller, channel)) return noAccess(name)
  if (
    includesCaller &&
    !isSubscribed(organization, caller, channel) &&
    !hasChannelPermission(organization, caller, channel, 'canSubscribeGroup')
  ) {
    return noAccess(name)
  }
  const newOthers = others.filter((user) => !isSubscribed(organization, user, channel))
  if (newOthers.length > 0 && !maySubscribeOthersTo(organization, caller, channel)) {
    return new ApiError(
      'UNAUTHORIZED_PRINCIPAL',
      `Insufficient permission: you cannot subscribe other users to channel '${channel.name}'`,
      {},
    )
  }
  return undefined
}

function noAccess(name: string): ApiError {
  return badRequest(`Unable to access channel (${name})`)
}

/** By the channel's own permission, or by the organization's where the caller can read the channel. */
export function maySubscribeOthersTo(organization: Organization, caller: User, channel: Channel): boolean {
  if (hasChannelPermission(organization, caller, channel, 'canAddSubscribersGroup')) return true
  return maySubscribeOthers(organization, caller) && hasContentAccess(organization, caller, channel)
}

function assertMayFillNewChannels(organization: Organization, caller: User, people: readonly User[]): void {
  const hasOthers = people.some((user) => user.id !== caller.id)
  if (hasOthers && !maySubscribeOthers(organization, caller)) {
    throw new ApiError(
      'UNAUTHORIZED_PRINCIPAL',
      'Insufficient permission: you cannot subscribe other users to channels',
      {},
    )
  }
}

function join(
  tx: Transaction,
  people: readonly User[],
  wanted: readonly ExistingChannel[],
  answer: Pick<Subscribed, 'subscribed' | 'alreadySubscribed'>,
): readonly NewSubscription[] {
  const added: NewSubscription[] = []
  for (const { id: userId } of people) {
    const own = subscriptionsOf(tx.organization, userId)
    const colors = new ColorChooser(own.values())
    for (const { channel, color } of wanted) {
      const previous = own.get(channel.id)
      if (previous?.isActive) {
        list(answer.alreadySubscribed, userId).push(channel.name)
        continue
      }
      const chosen = color ?? previous?.color ?? colors.next()
      colors.take(chosen)
      added.push({ userId, channelId: channel.id, color: chosen })
      list(answer.subscribed, userId).push(channel.name)
    }
  }
  insertSubscriptions(tx, added)
  return added
}

/** Whom the caller subscribed beside themselves. */
function recordOthers(tx: Transaction, caller: User, added: readonly NewSubscription[]): void {
  const { byId } = channelDirectory(tx.organization)
  const others = added.filter(({ userId }) => userId !== caller.id)
  for (const [id, subscriptions] of Map.groupBy(others, ({ channelId }) => channelId)) {
    const people = subscriptions.map(({ userId }) => userId)
    record(tx, 'channel.subscribers_added', { id, name: byId.get(id)?.name, people })
  }
}

function list(lists: Map<number, string[]>, userId: number): string[] {
  const names = lists.get(userId) ?? []
  lists.set(userId, names)
  return names
}

/** Subscribes a new person to the channels that they start with; those that are archived by now are left out. */
export function subscribeNewcomer(tx: Transaction, user: User, channelIds: readonly number[]): void {
  const { byId } = channelDirectory(tx.organization)
  const channels = [...new Set(channelIds)]
    .flatMap((id) => byId.get(id) ?? [])
    .filter((each) => !each.isArchived)
  if (channels.length === 0) return
  changingSight(tx, { subscriptions: new Set(channels.map(({ id }) => id)) }, () => {
    const wanted = channels.map((channel) => ({ channel, color: undefined }))
    join(tx, [user], wanted, { subscribed: new Map(), alreadySubscribed: new Map() })
  })
}
