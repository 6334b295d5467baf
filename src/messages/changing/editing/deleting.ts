// Deleting messages: one, or a whole topic in steps. They are archived for a while (reference: delete-message, delete-topic).
import { record } from '../../../audit-log/recording'
import { Type, type Static } from '@sinclair/typebox'
import { historyAccess, visibleChannel, type HistoryAccess } from '../../../channels/access'
import { channelDirectory } from '../../../channels/repository'
import { meantTopic, topicKey } from '../../../channels/topics'
import { ApiError, invalidChannel } from '../../../http/errors'
import { jobKind } from '../../../jobs/kind'
import { enqueue } from '../../../jobs/queueing'
import { inSteps } from '../../../jobs/steps'
import { untilDone } from '../../../jobs/waiting'
import { isDeletion } from '../../../message-archive/repository'
import type { Organization } from '../../../organization/organization'
import type { Transaction } from '../../../organization/writer'
import type { User } from '../../../users/repository'
import { readableMessage } from '../../access'
import { assertMayDelete, mayDeleteAny } from '../editing-rights'
import { newDeletion, removeFromChannel, removeFromConversations } from '../removing'
import { nextStep, readablePart, TopicPart } from '../moving/topic-part'
import { assertAtRest, onceAtRest, TopicBusyError, topicJobs, Topics } from '../moving/topics-at-rest'

/** Deletes a message. @throws ApiError BAD_REQUEST if it is not theirs to see or to delete. */
export function deleteMessage(organization: Organization, caller: User, messageId: number): Promise<void> {
  return organization.write((tx) => {
    const message = readableMessage(organization, caller, messageId)
    const { channelId, topic } = message
    const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
    assertMayDelete(organization, caller, message, channel)
    const deletionId = newDeletion(tx, caller.id)
    const { senderId } = message
    if (senderId !== caller.id) record(tx, 'message.deleted', { id: messageId, people: [senderId] })
    const messageIds = [messageId]
    if (channel) {
      return removeFromChannel(tx, channel, [caller.id], {
        from: [{ place: { topic }, messageIds }],
        deletionId,
      })
    }
    const place = { conversationId: message.conversationId }
    removeFromConversations(tx, { from: [{ place, messageIds }], deletionId })
  })
}

const Payload = Type.Object({
  topics: Topics,
  callerId: Type.Integer(),
  deletionId: Type.Integer(),
  topic: Type.String(),
  /** What is left. */
  part: TopicPart,
})
type Payload = Static<typeof Payload>

export const deleteTopicKind = jobKind({
  name: topicJobs.delete,
  payload: Payload,
  concurrency: 1,
  timeoutSeconds: 3600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, deleteSome),
})

/**
 * Deletes the messages of a topic that there are, as far as the caller can read them, the newest first. Those of a big one
 * are deleted in the background; this waits for it if that does not take too long.
 * @returns whether all are gone; if not, the call can be repeated.
 * @throws ApiError STREAM_DOES_NOT_EXIST, UNAUTHORIZED_PRINCIPAL
 */
export async function deleteTopic(
  organization: Organization,
  caller: User,
  channelId: number,
  topicName: string,
): Promise<boolean> {
  try {
    const topic = meantTopic(topicName)
    const rest = await onceAtRest(organization, (tx) => beginDeletion(tx, caller, channelId, topic))
    return (
      rest === undefined || (await untilDone(organization, rest, organization.rules.longestWaitMilliseconds))
    )
  } catch (error) {
    if (error instanceof TopicBusyError) return false
    throw error
  }
}

/** Deletes what one write can. @returns the job that deletes the rest; undefined if there is none. */
function beginDeletion(tx: Transaction, caller: User, channelId: number, topic: string): number | undefined {
  const { access } = deletableChannel(tx.organization, caller, channelId)
  const place = { channelId, topicKey: topicKey(topic) }
  assertAtRest(tx, [place])
  const part = readablePart(tx, place, access)
  if (part.stretches.length === 0) return undefined
  const changes = { topic: { old: topic, new: null } }
  record(tx, 'channel.topic_deleted', { id: channelId, changes })
  const deletionId = newDeletion(tx, caller.id)
  const rest = deleteSome(tx, { topics: [place], callerId: caller.id, deletionId, topic, part })
  return rest && enqueue(tx, deleteTopicKind, rest)
}

function deleteSome(tx: Transaction, payload: Payload): Payload | undefined {
  const { callerId, topic, part } = payload
  const { ids: messageIds, rest } = nextStep(tx, part, tx.organization.rules.messagesPerStep)
  const channel = channelDirectory(tx.organization).byId.get(part.channelId)
  if (!channel || messageIds.length === 0) return undefined
  // It is gone if what was deleted so far has been put back.
  const deletionId = isDeletion(tx, payload.deletionId) ? payload.deletionId : newDeletion(tx, callerId)
  removeFromChannel(tx, channel, [callerId], { from: [{ place: { topic }, messageIds }], deletionId })
  return rest && { ...payload, deletionId, part: rest }
}

function deletableChannel(
  organization: Organization,
  caller: User,
  channelId: number,
): { access: Exclude<HistoryAccess, 'nothing'> } {
  const channel = visibleChannel(organization, caller, channelId, invalidChannel)
  const access = historyAccess(organization, caller, channel)
  if (access === 'nothing') throw invalidChannel({ stream_id: channelId })
  if (mayDeleteAny(organization, caller, channel)) return { access }
  throw new ApiError(
    'UNAUTHORIZED_PRINCIPAL',
    "You don't have permission to delete topics in this channel",
    {},
  )
}
