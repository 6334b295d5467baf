// Ends subscriptions: a person's own, or those of others where the caller may.
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'
import { hasChannelPermission, visibleChannel } from './access'
import { resolvePrincipals, type Principals } from './principals'
import {
  beginPeriod,
  channelDirectory,
  deactivateSubscription,
  endPeriod,
  forgetSubscriptionsOf,
  subscriptionsOf,
  type Channel,
} from './repository'
import { changingSight } from './sight'

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
 * Unsubscribes people from channels.
 * @throws ApiError STREAM_DOES_NOT_EXIST, or BAD_REQUEST where the caller may not; then nothing has changed.
 */
export function unsubscribe(
  organization: Organization,
  caller: User,
  request: UnsubscribeRequest,
): Promise<Unsubscribed> {
  return organization.write((tx) => unsubscribeIn(tx, caller, request))
}

/** The same within a write. */
export function unsubscribeIn(tx: Transaction, caller: User, request: UnsubscribeRequest): Unsubscribed {
  const { organization } = tx
  const people = resolvePrincipals(organization, caller, request.principals)
  const channels = [
    ...new Set(request.channels.map((reference) => visibleChannel(organization, caller, reference))),
  ]
  for (const channel of channels) assertMayUnsubscribe(organization, caller, people, channel)
  const removed = new Set<string>()
  const notRemoved = new Set<string>()
  changingSight(tx, { channelIds: new Set(channels.map(({ id }) => id)) }, () => {
    for (const user of people) {
      const own = subscriptionsOf(organization, user.id)
      for (const channel of channels) {
        if (own.get(channel.id)?.isActive) {
          deactivateSubscription(tx, user.id, channel.id)
          removed.add(channel.name)
        } else notRemoved.add(channel.name)
      }
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

/**
 * Somebody's account is about to be deactivated or reactivated: `change` does that. While it is inactive it is
 * not among the subscribers and receives nothing; its subscriptions are kept for its return.
 */
export function changingActivity<T>(tx: Transaction, userId: number, change: () => T): T {
  const { organization } = tx
  const channelIds = new Set<number>()
  for (const { channelId, isActive } of subscriptionsOf(organization, userId).values()) {
    if (isActive) channelIds.add(channelId)
  }
  return changingSight(tx, { channelIds }, () => {
    const result = change()
    forgetSubscriptionsOf(tx, userId)
    const isActive = directory(organization).byId.get(userId)?.isActive === true
    for (const channelId of channelIds) (isActive ? beginPeriod : endPeriod)(tx, userId, channelId)
    return result
  })
}

/**
 * People's roles or groups are about to change: `change` does that. They are told which channels they now
 * see, and which no longer.
 */
export function changingRoles<T>(tx: Transaction, userIds: readonly number[], change: () => T): T {
  const channelIds = new Set(channelDirectory(tx.organization).all.map(({ id }) => id))
  return changingSight(tx, { channelIds, viewerIds: userIds }, change)
}
