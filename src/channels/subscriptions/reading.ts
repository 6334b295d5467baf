// What a person asks to know of channels and subscriptions.
import { badRequest, invalidChannel } from '../../http/errors'
import type { QueueOptions } from '../../events/queue'
import type { Organization } from '../../organization/organization'
import { directory, type User } from '../../users/repository'
import { canSeeUser } from '../../permissions/visibility'
import { canSeeSubscribers, visibleChannel } from '../access'
import { channelDirectory, subscriberIdsOf, subscribersOf, subscriptionsOf } from '../repository'
import { subscriptionObject, subscriptionView } from '../wire'

/** The caller's subscriptions to channels that are not archived. */
export function ownSubscriptions(
  organization: Organization,
  caller: User,
  includeSubscribers: QueueOptions['includeSubscribers'],
): object[] {
  const { byId } = channelDirectory(organization)
  const view = subscriptionView(organization, { includeSubscribers, notificationSettingsNull: true })
  return [...subscriptionsOf(organization, caller.id).values()].flatMap((subscription) => {
    const channel = byId.get(subscription.channelId)
    if (!channel || channel.isArchived || !subscription.isActive) return []
    return [subscriptionObject(organization, caller, channel, subscription)(view)]
  })
}

/** @throws ApiError BAD_REQUEST if there is no such channel or the caller may not know. */
export function subscriberIds(
  organization: Organization,
  caller: User,
  channelId: number,
): readonly number[] {
  assertMayKnow(organization, caller, channelId)
  return subscriberIdsOf(organization, channelId)
}

/** @throws ApiError BAD_REQUEST if there is no such person or channel or the caller may not know. */
export function isUserSubscribed(
  organization: Organization,
  caller: User,
  userId: number,
  channelId: number,
): boolean {
  const user = directory(organization).byId.get(userId)
  if (!user || user.isSystemBot || !canSeeUser(organization, caller, user)) throw badRequest('No such user')
  if (userId === caller.id) visibleChannel(organization, caller, channelId, invalidChannel)
  else assertMayKnow(organization, caller, channelId)
  return subscribersOf(organization, channelId).has(userId)
}

function assertMayKnow(organization: Organization, caller: User, channelId: number): void {
  const channel = visibleChannel(organization, caller, channelId, invalidChannel)
  if (!canSeeSubscribers(organization, caller, channel)) {
    throw badRequest(`Unable to retrieve the subscribers of channel '${channel.name}'`)
  }
}
