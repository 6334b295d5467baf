// Ends subscriptions: a person's own, or those of others where the caller may.
import { badRequest } from '../../http/errors'
import { readLeftChannels } from '../../message-flags/implied-reads'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { hasChannelPermission, visibleChannel } from '../access'
import { assertActive, resolvePrincipals, type Principals } from './principals'
import { deactivateSubscription, subscriptionsOf, type Channel } from '../repository'
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
  assertActive(people)
  const channels = [
    ...new Set(request.channels.map((reference) => visibleChannel(organization, caller, reference))),
  ]
  for (const channel of channels) assertMayUnsubscribe(organization, caller, people, channel)
  const removed = new Set<string>()
  const notRemoved = new Set<string>()
  changingSight(tx, { subscriptions: new Set(channels.map(({ id }) => id)) }, () => {
    for (const user of people) {
      const own = subscriptionsOf(organization, user.id)
      const left = channels.filter((channel) => own.get(channel.id)?.isActive)
      for (const channel of channels) (left.includes(channel) ? removed : notRemoved).add(channel.name)
      for (const channel of left) deactivateSubscription(tx, user.id, channel.id)
      readLeftChannels(
        tx,
        user.id,
        left.map(({ id }) => id),
      )
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
