// Channels and subscriptions for tests whose subject is something else: straight into the tables, without events.
import { quietly } from './quietly'
import {
  insertChannel,
  insertSubscription,
  updateSubscription,
  type Channel,
  type NewChannel,
  type SubscriptionChanges,
} from '../../src/channels/repository'
import { seconds } from '../../src/organization/clock'
import { systemGroupId } from '../../src/user-groups/repository'
import type { Client } from './client'
import type { TestServer } from './server'

/** A public channel in which everyone may write and move messages, with these people subscribed. */
export function addChannel(
  server: TestServer,
  name: string,
  subscribers: readonly Client[] = [],
  changes: Partial<NewChannel> = {},
): Promise<Channel> {
  const { organization } = server
  const everyone = systemGroupId(organization, 'role:everyone')
  const administrators = systemGroupId(organization, 'role:administrators')
  return quietly(organization, (tx) => {
    const channel = insertChannel(tx, {
      name,
      dateCreated: seconds(organization.clock),
      canAddSubscribersGroup: administrators,
      canAdministerChannelGroup: administrators,
      canCreateTopicGroup: everyone,
      canDeleteAnyMessageGroup: administrators,
      canDeleteOwnMessageGroup: everyone,
      canMoveMessagesOutOfChannelGroup: everyone,
      canMoveMessagesWithinChannelGroup: everyone,
      canRemoveSubscribersGroup: administrators,
      canResolveTopicsGroup: everyone,
      canSendMessageGroup: everyone,
      canSubscribeGroup: systemGroupId(organization, 'role:nobody'),
      ...changes,
    })
    for (const { id } of subscribers) {
      insertSubscription(tx, { userId: id, channelId: channel.id, color: '#76ce90' })
    }
    return channel
  })
}

/** Changes what somebody set for a channel, such as muting it. */
export function changeSubscription(
  server: TestServer,
  person: Client,
  channel: Channel,
  changes: SubscriptionChanges,
): Promise<void> {
  return server.organization.write((tx) => updateSubscription(tx, person.id, channel.id, changes))
}
