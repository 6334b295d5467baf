// Marking all there is as read: everywhere, in a channel, in a topic; in batches, so that others get their turn (contract 4.5).
import { visibleChannel } from '../channels/access'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { flagBits } from '../messages/flags'
import { checkedTopic } from '../channels/topics'
import type { Term } from '../narrow/parse'
import { narrowQuery } from '../narrow/query'
import type { Organization } from '../organization/organization'
import type { InTurns } from '../organization/turns'
import type { User } from '../users/repository'
import { maxMessagesChanged } from './actions'
import { markAsRead } from './reading'
import { oldestUnread, withBit } from './repository'
import { allReadEvent, flagAddedEvent } from './wire'

/** How many batches one call marks; who has more unread messages asks again. */
const maxBatches = 10

/** Marks everything as read. @returns whether all of it is, or only the oldest. */
export async function markAllAsRead(organization: Organization, caller: User): Promise<boolean> {
  for (let batch = 0; batch < maxBatches; batch++) {
    const isDone = await organization.write((tx) => {
      const found = oldestUnread(tx, caller.id, maxMessagesChanged + 1)
      const ids = found.slice(0, maxMessagesChanged)
      const isLast = found.length === ids.length
      markAsRead(tx, caller.id, ids)
      if (ids.length > 0)
        emit(tx, isLast ? allReadEvent(caller.id) : flagAddedEvent([caller.id], 'read', ids))
      return isLast
    })
    if (isDone) return true
  }
  return false
}

/** Marks a channel as read. @throws ApiError STREAM_DOES_NOT_EXIST */
export async function markChannelAsRead(
  organization: Organization,
  caller: User,
  channelId: number,
  inTurns: InTurns,
): Promise<void> {
  const { id } = visibleChannel(organization, caller, channelId)
  await markNarrowAsRead(organization, caller, [inChannel(id)], inTurns)
}

/**
 * Marks a topic as read.
 * @throws ApiError STREAM_DOES_NOT_EXIST; BAD_REQUEST where the caller can read no message of such a topic.
 */
export async function markTopicAsRead(
  organization: Organization,
  caller: User,
  channelId: number,
  topicName: string,
  inTurns: InTurns,
): Promise<void> {
  const { id } = visibleChannel(organization, caller, channelId)
  const topic = checkedTopic(topicName, 'topic_name')
  const terms: Term[] = [inChannel(id), { operator: 'topic', operand: topic, negated: false }]
  const newest = { order: 'descending', limit: 1 } as const
  const { ids } = await inTurns(narrowQuery(organization, caller, terms).ids(newest))
  if (ids.length === 0) throw badRequest(`No such topic '${topicName}'`)
  await markNarrowAsRead(organization, caller, terms, inTurns)
}

function inChannel(id: number): Term {
  return { operator: 'channel', operand: id, negated: false }
}

async function markNarrowAsRead(
  organization: Organization,
  caller: User,
  terms: readonly Term[],
  inTurns: InTurns,
): Promise<void> {
  const unread: Term = { operator: 'is', operand: 'unread', negated: false }
  const oldest = { order: 'ascending', limit: maxMessagesChanged } as const
  for (;;) {
    const query = narrowQuery(organization, caller, [...terms, unread])
    const { ids, isThrough } = await inTurns(query.ids(oldest))
    await organization.write((tx) => {
      // Some may have been read meanwhile.
      const still = withBit(tx, caller.id, ids, flagBits.unread)
      markAsRead(tx, caller.id, still)
      if (still.length > 0) emit(tx, flagAddedEvent([caller.id], 'read', still))
    })
    if (isThrough) return
  }
}
