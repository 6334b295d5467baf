// Ends subscriptions: a person's own, or those of others where the caller may.
import { record } from '../../audit-log/recording'
import { badRequest } from '../../http/errors'
import { readLeftChannels } from '../../message-flags/implied-reads'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { hasChannelPermission, visibleChannel } from '../access'
import { assertActive, resolvePrincipals, type Principals } from './principals'
import { deactivateSubscriptions, subscriptionsOf, type Channel } from '../repository'
import { maxSubscriptionsAtOnce, slicesOf, tooManySubscriptions, type Slice } from './slices'
import { changingSight } from '../../sight/changing'

export interface UnsubscribeRequest {
  /** By name, or by ID. */
  channels: readonly (string | number)[]
  /** Undefined: the caller. */
  principals: Principals | undefined
}

/** Names of channels. */
export interface Unsubscribed {
  removed: string[]
  notRemoved: string[]
}

/**
 * Unsubscribes people from channels; a great many in several writes.
 * @throws ApiError STREAM_DOES_NOT_EXIST, or BAD_REQUEST where the caller may not; then nothing has changed.
 */
export async function unsubscribe(
  organization: Organization,
  caller: User,
  request: UnsubscribeRequest,
): Promise<Unsubscribed> {
  const { people, channels } = checkedUnsubscribing(organization, caller, request)
  const slices = slicesOf(organization, people, channels)
  if (slices.length <= 1) return organization.write((tx) => unsubscribeIn(tx, caller, request))
  const removed = new Set<string>()
  const notRemoved = new Set<string>()
  for (const slice of slices) {
    const part = await organization.write((tx) => endSubscriptions(tx, caller, slice))
    for (const name of part.removed) removed.add(name)
    for (const name of part.notRemoved) notRemoved.add(name)
  }
  return { removed: [...removed], notRemoved: [...notRemoved] }
}

/** The same within one write. */
export function unsubscribeIn(tx: Transaction, caller: User, request: UnsubscribeRequest): Unsubscribed {
  return endSubscriptions(tx, caller, checkedUnsubscribing(tx.organization, caller, request))
}

/** The people and channels meant. @throws ApiError if the caller may not. */
function checkedUnsubscribing(
  organization: Organization,
  caller: User,
  request: UnsubscribeRequest,
): Slice<Channel> {
  const people = resolvePrincipals(organization, caller, request.principals)
  assertActive(people)
  const channels = [
    ...new Set(request.channels.map((reference) => visibleChannel(organization, caller, reference))),
  ]
  if (people.length * channels.length > maxSubscriptionsAtOnce) throw tooManySubscriptions()
  for (const channel of channels) assertMayUnsubscribe(organization, caller, people, channel)
  return { people, channels }
}

function endSubscriptions(tx: Transaction, caller: User, { people, channels }: Slice<Channel>): Unsubscribed {
  const { organization } = tx
  const removed = new Set<string>()
  const notRemoved = new Set<string>()
  // Looked up before anything is written, as each write makes what is in memory out of date.
  const leaving = people.map((user) => {
    const own = subscriptionsOf(organization, user.id)
    const left = channels.filter((channel) => own.get(channel.id)?.isActive)
    for (const channel of channels) (left.includes(channel) ? removed : notRemoved).add(channel.name)
    return { user, ids: left.map(({ id }) => id) }
  })
  const others = leaving.filter(({ user }) => user.id !== caller.id)
  for (const { id, name } of channels) {
    const ended = others.filter(({ ids }) => ids.includes(id)).map(({ user }) => user.id)
    if (ended.length > 0) record(tx, 'channel.subscribers_removed', { id, name, people: ended })
  }
  changingSight(tx, { subscriptions: new Set(channels.map(({ id }) => id)) }, () => {
    for (const { user, ids } of leaving) {
      if (ids.length === 0) continue
      deactivateSubscriptions(tx, user.id, ids)
      readLeftChannels(tx, user.id, ids)
    }
  })
  return { removed: [...removed], notRemoved: [...notRemoved] }
}

function assertMayUnsubscribe(
  organization: Organization,
  caller: User,
  people: readonly User[],
  channel: Channel,
): void {
  const isOwn = (user: User): boolean => user.id === caller.id || user.botOwnerId === caller.id
  if (people.every(isOwn)) return
  if (hasChannelPermission(organization, caller, channel, 'canRemoveSubscribersGroup')) return
  throw badRequest(
    `Insufficient permission: you cannot unsubscribe other users from channel '${channel.name}'`,
  )
}
