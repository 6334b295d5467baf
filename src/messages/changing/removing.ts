// Taking messages away from people: into the archive, with what follows for whoever sees them. Who may is asked elsewhere.
import { announceLinks } from '../../attachments/claiming'
import { linkedIds } from '../../attachments/links-repository'
import { subscriberIdsOf, type Channel } from '../../channels/repository'
import { archiveMessages, insertDeletion } from '../../message-archive/repository'
import { takeBackFromAll } from '../../notifying/taking-back'
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

/** Messages that go together, as one act of deleting, from where they were. */
interface Removal<Place> {
  readonly from: readonly {
    readonly place: Place
    /** Ascending. */ readonly messageIds: readonly number[]
  }[]
  readonly deletionId: number
}

/**
 * Removes messages of a channel's topics.
 * @param toldToo people who are told beside those who received the messages and those who are subscribed
 */
export function removeFromChannel(
  tx: Transaction,
  channel: Channel,
  toldToo: readonly number[],
  { from, deletionId }: Removal<{ topic: string }>,
): void {
  const { organization } = tx
  const messageIds = from.flatMap((part) => part.messageIds).toSorted((a, b) => a - b)
  const people = [
    ...receiverIds(tx, channel.id, messageIds[0] ?? 0, messageIds.at(-1) ?? 0),
    ...earlierReceiverIds(tx, messageIds),
    ...subscriberIdsOf(organization, channel.id),
    ...stateHolderIds(tx, messageIds),
    ...toldToo,
  ]
  const groups = sightGroups(organization, people, messageIds, channel, undefined)
  archive(tx, messageIds, deletionId)
  for (const { userIds, before } of groups) {
    const seen = new Set(before)
    for (const { place, messageIds: ids } of from) {
      const theirs = before === messageIds ? ids : ids.filter((id) => seen.has(id))
      emitDeletion(tx, { userIds, messageIds: theirs, place: { channelId: channel.id, topic: place.topic } })
    }
  }
  const conversationId = channelConversationId(organization, channel.id)
  if (conversationId !== undefined) noteOldestMessage(tx, channel.id, oldestMessageId(tx, conversationId))
}

/** Removes messages of direct conversations. */
export function removeFromConversations(
  tx: Transaction,
  { from, deletionId }: Removal<{ conversationId: number }>,
): void {
  archive(
    tx,
    from.flatMap(({ messageIds }) => messageIds),
    deletionId,
  )
  for (const { place, messageIds } of from) {
    const userIds = conversation(tx.organization, place.conversationId).memberIds
    emitDeletion(tx, { userIds, messageIds, place: undefined })
  }
}

/** Takes messages away from where they are, from people's devices, and from the files that they link to. */
function archive(tx: Transaction, messageIds: readonly number[], deletionId: number): void {
  const files = linkedIds(tx, messageIds)
  archiveMessages(tx, messageIds, deletionId)
  takeBackFromAll(tx, messageIds)
  announceLinks(tx, files)
}
