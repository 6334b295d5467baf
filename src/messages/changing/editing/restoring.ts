// What can be done with deleted messages: list them, put them back.
import { announceLinks } from '../../../attachments/claiming'
import { linkedIds } from '../../../attachments/links-repository'
import { record } from '../../../audit-log/recording'
import { earlierReceiverIds, receiverIds } from '../../receivers-repository'
import { noteOldestMessage } from '../../activity/channel-activity'
import { oldestMessageId, stateHolderIds } from '../changes-repository'
import { channelDirectory, subscriberIdsOf } from '../../../channels/repository'
import { badRequest } from '../../../http/errors'
import { asMuchAs } from '../../../jobs/steps'
import { clearBit } from '../../../message-flags/repository'
import { conversation } from '../../conversations'
import { flagBits } from '../../flags'
import { settleStates } from '../moving/moved'
import { messagesByIds, type StoredMessage } from '../../repository'
import { mostStatesPerStep } from '../moving/topic-part'
import { mutersOf } from '../../../muted-users/repository'
import type { Organization } from '../../../organization/organization'
import type { Transaction } from '../../../organization/writer'
import { endQueues } from '../../../events/event'
import { archivedOfDeletion, isArchived, restoreMessages } from '../../../message-archive/repository'

/** What to put back: a message, or all that was deleted at once. */
export type RestoreRequest = { messageId: number } | { deletionId: number }

/**
 * Puts deleted messages back where they were, with all that belonged to them, step by step. The queues of those who can
 * read them end, so that their clients start over and fetch them in their place: no event brings old messages.
 * @returns their IDs, ascending.
 * @throws ApiError BAD_REQUEST if there is nothing to put back.
 */
export async function restore(
  organization: Organization,
  request: RestoreRequest,
): Promise<readonly number[]> {
  const restored: number[] = []
  for (;;) {
    const ids = await organization.write((tx) => restoreSome(tx, request))
    if (ids.length === 0) break
    restored.push(...ids)
  }
  if (restored.length > 0) return restored
  const what =
    'messageId' in request
      ? `No message with the ID ${request.messageId} was deleted`
      : `There is no deletion ${request.deletionId}`
  throw badRequest(`${what} in the last 30 days`)
}

function restoreSome(tx: Transaction, request: RestoreRequest): readonly number[] {
  const ids = requested(tx, request)
  if (ids.length === 0) return ids
  restoreMessages(tx, ids)
  announceLinks(tx, linkedIds(tx, ids))
  const messages = messagesByIds(tx, ids)
  for (const some of Map.groupBy(messages, ({ conversationId }) => conversationId).values()) settle(tx, some)
  recordRestored(tx, messages)
  readForMuters(tx, messages)
  return ids
}

/** One entry for each step, however many messages it puts back. */
function recordRestored(tx: Transaction, messages: readonly StoredMessage[]): void {
  const [first] = messages
  const people = messages.map(({ senderId }) => senderId)
  const changes = { messages: { old: 0, new: messages.length } }
  record(tx, 'message.restored', { id: first?.id, people, changes })
}

/** What somebody sent is read for those who have muted them, since the deletion perhaps. */
function readForMuters(tx: Transaction, messages: readonly StoredMessage[]): void {
  for (const [senderId, theirs] of Map.groupBy(messages, (message) => message.senderId)) {
    const ids = theirs.map(({ id }) => id)
    for (const userId of mutersOf(tx.organization, senderId)) clearBit(tx, userId, ids, flagBits.unread)
  }
}

/** As many of those that are meant as one write can put back; none if all are back. */
function requested(tx: Transaction, request: RestoreRequest): readonly number[] {
  if ('messageId' in request) return isArchived(tx, request.messageId) ? [request.messageId] : []
  const { messagesPerStep } = tx.organization.rules
  const found = archivedOfDeletion(tx, request.deletionId, messagesPerStep)
  return asMuchAs(found, mostStatesPerStep, ({ states }) => states).map(({ id }) => id)
}

/** Much may have changed since: who is subscribed, and which message is the first. @param messages of one conversation */
function settle(tx: Transaction, messages: readonly StoredMessage[]): void {
  const { organization } = tx
  const [first] = messages
  if (!first) return
  const { conversationId, channelId } = first
  const ids = messages.map(({ id }) => id)
  const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
  if (!channel) return endQueues(tx, conversation(organization, conversationId).memberIds)
  const holderIds = stateHolderIds(tx, ids)
  settleStates(tx, ids, channel)
  noteOldestMessage(tx, channel.id, oldestMessageId(tx, conversationId))
  endQueues(tx, [
    ...receiverIds(tx, channel.id, ids[0] ?? 0, ids.at(-1) ?? 0),
    ...earlierReceiverIds(tx, ids),
    ...subscriberIdsOf(organization, channel.id),
    ...holderIds,
  ])
}
