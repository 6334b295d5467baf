// Taking messages away from people: into the archive, with what follows for whoever sees them. Who may is asked elsewhere.
import { subscriberIdsOf, type Channel } from '../../channels/repository'
import { archiveMessages, insertDeletion } from '../../message-archive/repository'
import { seconds } from '../../organization/clock'
import type { Transaction } from '../../organization/writer'
import { noteOldestMessage } from '../activity/channel-activity'
import { channelConversationId, conversation } from '../conversations'
import { earlierReceiverIds, receiverIds } from '../receivers-repository'
import { emitDeletion } from './change-events'
import { oldestMessageId, stateHolderIds } from './changes-repository'
import { sightGroups } from './sight'

/** Notes an act of deleting. @param userId whose it is. @returns its ID. */
export function newDeletion(tx: Transaction, userId: number): number {
  return insertDeletion(tx, { userId, deletedAt: seconds(tx.organization.clock) })
}

/** Some messages, ascending, and the act of deleting that they go with. */
interface Removal {
  messageIds: readonly number[]
  deletionId: number
}

/**
 * Removes messages of a topic.
 * @param toldToo people who are told beside those who received the messages and those who are subscribed
 */
export function removeFromChannel(
  tx: Transaction,
  toldToo: readonly number[],
  { channel, topic, messageIds, deletionId }: Removal & { channel: Channel; topic: string },
): void {
  const { organization } = tx
  const people = [
    ...receiverIds(tx, channel.id, messageIds[0] ?? 0, messageIds.at(-1) ?? 0),
    ...earlierReceiverIds(tx, messageIds),
    ...subscriberIdsOf(organization, channel.id),
    ...stateHolderIds(tx, messageIds),
    ...toldToo,
  ]
  const groups = sightGroups(organization, people, messageIds, channel, undefined)
  archiveMessages(tx, messageIds, deletionId)
  const place = { channelId: channel.id, topic }
  for (const { userIds, before } of groups) emitDeletion(tx, { userIds, messageIds: before, place })
  const conversationId = channelConversationId(organization, channel.id)
  if (conversationId !== undefined) noteOldestMessage(tx, channel.id, oldestMessageId(tx, conversationId))
}

/** Removes messages of a direct conversation. */
export function removeFromConversation(
  tx: Transaction,
  { conversationId, messageIds, deletionId }: Removal & { conversationId: number },
): void {
  const userIds = conversation(tx.organization, conversationId).memberIds
  archiveMessages(tx, messageIds, deletionId)
  emitDeletion(tx, { userIds, messageIds, place: undefined })
}
