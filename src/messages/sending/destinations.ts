// Who may send where, and who receives it: channels with their topic rules, direct conversations with theirs.
import { assertMayPost, hasChannelPermission } from '../../channels/access'
import { channelDirectory, subscriberIdsOf, subscribersOf, type Channel } from '../../channels/repository'
import { badRequest, noSuchChannel } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import type { Transaction } from '../../organization/writer'
import { mayIn } from '../../permissions/permissions'
import { activeOwner, directory, type User } from '../../users/repository'
import { changingSight } from '../../sight/changing'
import { apiEmail } from '../../users/wire'
import { directConversationId, openChannelConversation, openDirectConversation } from '../conversations'
import type { Destination } from '../recipients'
import { topicExists } from '../repository'
import { assertTopicAllowed, topicKey } from '../../channels/topics'

/** A destination the sender may write to. */
export interface Target {
  conversationId: number
  /** Undefined for direct messages. */
  channel: Channel | undefined
  /** Empty for direct messages. */
  topic: string
  topicKey: string
  /** Active accounts, ascending. */
  recipientIds: readonly number[]
  isRecipient(userId: number): boolean
}

/**
 * Opens the destination for a message.
 * @throws ApiError STREAM_DOES_NOT_EXIST, or BAD_REQUEST saying why the sender may not write there.
 */
export function openTarget(tx: Transaction, sender: User, destination: Destination): Target {
  if (destination.kind === 'direct') return openDirect(tx, sender, destination.memberIds)
  return openChannel(tx, sender, destination.channelId, destination.topic)
}

function openChannel(tx: Transaction, sender: User, channelId: number, topic: string): Target {
  const { organization } = tx
  const channel = channelDirectory(organization).byId.get(channelId)
  if (!channel) throw noSuchChannel({ stream_id: channelId })
  assertMayPost(organization, sender, channel)
  const key = topicKey(topic)
  // Those of now: when the event goes out, a later write of the same batch may have changed them.
  const subscribers = subscribersOf(organization, channelId)
  if (!sender.isSystemBot) {
    assertTopicAllowed(topic, topicsPolicy(organization, channel))
    assertMayBeginTopic(tx, sender, channel, key)
  }
  return {
    conversationId: openChannelConversation(tx, channelId),
    channel,
    topic,
    topicKey: key,
    recipientIds: subscriberIdsOf(organization, channelId),
    isRecipient: (userId) => subscribers.has(userId),
  }
}

/**
 * Checks, before a message is to be sent, that it could be sent now; what else may stand in its way only
 * `openTarget` can tell.
 * @throws ApiError STREAM_DOES_NOT_EXIST, or BAD_REQUEST saying why the sender may not write there.
 */
export function assertMaySendTo(organization: Organization, sender: User, destination: Destination): void {
  if (destination.kind === 'direct') return assertMayWriteTo(organization, sender, destination.memberIds)
  const { channelId, topic } = destination
  const channel = channelDirectory(organization).byId.get(channelId)
  if (!channel) throw noSuchChannel({ stream_id: channelId })
  assertMayPost(organization, sender, channel)
  assertTopicAllowed(topic, topicsPolicy(organization, channel))
}

/** The channel's rule for the empty topic, or the organization's where it inherits that. */
export function topicsPolicy(organization: Organization, channel: Channel): string {
  return channel.topicsPolicy === 'inherit' ? settings(organization).topics_policy : channel.topicsPolicy
}

/** Checks that the topic is there, or that the person may begin it. @throws ApiError BAD_REQUEST */
export function assertMayBeginTopic(tx: Transaction, sender: User, channel: Channel, key: string): void {
  const writers = [sender, activeOwner(tx.organization, sender)]
  const may = (each: User | undefined) =>
    each && hasChannelPermission(tx.organization, each, channel, 'canCreateTopicGroup')
  if (writers.some(may)) return
  if (!topicExists(tx, channel.id, key)) {
    throw badRequest('You do not have permission to create new topics in this channel')
  }
}

function openDirect(tx: Transaction, sender: User, memberIds: readonly number[]): Target {
  assertMayWriteTo(tx.organization, sender, memberIds)
  return {
    conversationId: openFor(tx, memberIds),
    channel: undefined,
    topic: '',
    topicKey: '',
    recipientIds: memberIds,
    isRecipient: (userId) => memberIds.includes(userId),
  }
}

/** A first message brings people into the sight of guests who see only those they have to do with. */
function openFor(tx: Transaction, memberIds: readonly number[]): number {
  const known = directConversationId(tx.organization, memberIds)
  if (known !== undefined) return known
  return changingSight(tx, { conversations: 'direct' }, () => openDirectConversation(tx, memberIds))
}

/**
 * Direct messages between people take permissions; to bots and to oneself they don't (reference: register-queue).
 * @param memberIds ascending, the sender among them.
 * @throws ApiError BAD_REQUEST saying why the sender may not write to them.
 */
export function assertMayWriteTo(
  organization: Organization,
  sender: User,
  memberIds: readonly number[],
): void {
  const others = memberIds.filter((id) => id !== sender.id).map((id) => account(organization, id))
  const people = others.filter((user) => user.botType === null)
  if (sender.isSystemBot || people.length === 0) return
  const isNew = directConversationId(organization, memberIds) === undefined
  if (isNew && !mayIn(organization, sender, 'direct_message_initiator_group')) {
    throw badRequest('You do not have permission to initiate direct message conversations')
  }
  if (mayIn(organization, sender, 'direct_message_permission_group')) return
  if (people.some((user) => !mayIn(organization, user, 'direct_message_permission_group'))) {
    throw badRequest('You do not have permission to send direct messages to this recipient')
  }
}

function account(organization: Organization, id: number): User {
  const user = directory(organization).byId.get(id)
  if (!user) throw badRequest(`Invalid user ID ${id}`)
  if (!user.isActive) {
    throw badRequest(`'${apiEmail(organization, user)}' no longer has an active account`)
  }
  return user
}
