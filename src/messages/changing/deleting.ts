// Deleting messages: one, or a whole topic in batches. They are archived for a while (reference: delete-message, delete-topic).
import { earlierReceiverIds, receiverIds } from '../receivers-repository'
import { noteOldestMessage } from '../activity/channel-activity'
import { historyAccess, isWithin, visibleChannel, type HistoryAccess } from '../../channels/access'
import { channelDirectory, subscriberIdsOf, type Channel } from '../../channels/repository'
import { ApiError, noSuchChannel } from '../../http/errors'
import { archiveMessages } from '../../message-archive/repository'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { readableMessage } from '../access'
import { emitDeletion } from './change-events'
import { newestOfTopic, oldestMessageId, stateHolderIds } from './changes-repository'
import { channelConversationId, conversation } from '../conversations'
import { assertMayDelete, mayDeleteAny } from './editing-rights'
import { sightGroups } from './sight'
import { meantTopic, topicKey } from '../../channels/topics'

/** How many messages of a topic are deleted in one write, and in one call. */
const batchSize = 500
const maxBatches = 20

/** Deletes a message. @throws ApiError BAD_REQUEST if it is not theirs to see or to delete. */
export function deleteMessage(organization: Organization, caller: User, messageId: number): Promise<void> {
  return organization.write((tx) => {
    const message = readableMessage(organization, caller, messageId)
    const { channelId, topic } = message
    const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
    assertMayDelete(organization, caller, message, channel)
    if (channel) return removeFromChannel(tx, caller, channel, topic, [messageId])
    const userIds = conversation(organization, message.conversationId).memberIds
    archive(tx, caller, [messageId])
    emitDeletion(tx, { userIds, messageIds: [messageId], place: undefined })
  })
}

/**
 * Deletes the messages of a topic, as far as the caller can read them, the newest first.
 * @returns whether all are gone; if not, the call is to be repeated.
 * @throws ApiError STREAM_DOES_NOT_EXIST, UNAUTHORIZED_PRINCIPAL
 */
export async function deleteTopic(
  organization: Organization,
  caller: User,
  channelId: number,
  topicName: string,
): Promise<boolean> {
  const topic = meantTopic(topicName)
  let belowId = Number.MAX_SAFE_INTEGER
  for (let batch = 0; batch < maxBatches; batch++) {
    const next = await organization.write((tx) => {
      const { channel, access } = deletableChannel(organization, caller, channelId)
      const ids = newestOfTopic(tx, channelId, topicKey(topic), belowId, batchSize).reverse()
      const readable = access === 'all' ? ids : ids.filter((id) => isWithin(access, id))
      if (readable.length > 0) removeFromChannel(tx, caller, channel, topic, readable)
      return ids[0]
    })
    if (next === undefined) return true
    belowId = next
  }
  return newestOfTopic(organization.db, channelId, topicKey(topic), belowId, 1).length === 0
}

function deletableChannel(
  organization: Organization,
  caller: User,
  channelId: number,
): { channel: Channel; access: Exclude<HistoryAccess, 'nothing'> } {
  const channel = visibleChannel(organization, caller, channelId)
  const access = historyAccess(organization, caller, channel)
  if (access === 'nothing') throw noSuchChannel({ stream_id: channelId })
  if (mayDeleteAny(organization, caller, channel)) return { channel, access }
  throw new ApiError(
    'UNAUTHORIZED_PRINCIPAL',
    "You don't have permission to delete topics in this channel",
    {},
  )
}

/** @param messageIds ascending, all of one topic. */
function removeFromChannel(
  tx: Transaction,
  caller: User,
  channel: Channel,
  topic: string,
  messageIds: readonly number[],
): void {
  const { organization } = tx
  const people = [
    ...receiverIds(tx, channel.id, messageIds[0] ?? 0, messageIds.at(-1) ?? 0),
    ...earlierReceiverIds(tx, messageIds),
    ...subscriberIdsOf(organization, channel.id),
    ...stateHolderIds(tx, messageIds),
    caller.id,
  ]
  const groups = sightGroups(organization, people, messageIds, channel, undefined)
  archive(tx, caller, messageIds)
  const place = { channelId: channel.id, topic }
  for (const { userIds, before } of groups) emitDeletion(tx, { userIds, messageIds: before, place })
  const conversationId = channelConversationId(organization, channel.id)
  if (conversationId !== undefined) noteOldestMessage(tx, channel.id, oldestMessageId(tx, conversationId))
}

function archive(tx: Transaction, caller: User, messageIds: readonly number[]): void {
  archiveMessages(tx, messageIds, { userId: caller.id, deletedAt: seconds(tx.organization.clock) })
}
