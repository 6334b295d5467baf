// Message retention: what is older than its channel, or the organization, keeps messages is deleted in the background, step
// by step (reference: MessageRetentionDays). It goes into the archive as what people delete, and can be put back for as long.
import { Type, type Static } from '@sinclair/typebox'
import { recordCounted } from '../../../audit-log/recording'
import { channelDirectory } from '../../../channels/repository'
import { queues } from '../../../events/queues'
import { jobKind } from '../../../jobs/kind'
import { enqueue } from '../../../jobs/queueing'
import { openJobs } from '../../../jobs/repository'
import { asMuchAs, inSteps } from '../../../jobs/steps'
import { isDeletion } from '../../../message-archive/repository'
import { seconds } from '../../../organization/clock'
import type { Organization } from '../../../organization/organization'
import { settings } from '../../../organization/settings'
import type { Transaction } from '../../../organization/writer'
import { notificationBot } from '../../../users/repository'
import { firstMessageSince } from '../../activity/channel-activity'
import { channelConversationId } from '../../conversations'
import { stateCounts } from '../changes-repository'
import { mostStatesPerStep } from '../moving/topic-part'
import { newDeletion, removeFromChannel, removeFromConversations } from '../removing'
import { messagesBefore, oldestDirectMessageId, type Aged } from './repository'

const daySeconds = 24 * 3600
/** What one step tells at most: each topic, and each direct conversation, has an event of its own for all who listen. */
const mostToldPerStep = 20_000

const Payload = Type.Object({
  /** Null for all direct messages. */
  channelId: Type.Union([Type.Integer(), Type.Null()]),
  /** What comes before this message is left to be looked at. */
  beforeId: Type.Integer(),
  /** Null until something is deleted. */
  deletionId: Type.Union([Type.Integer(), Type.Null()]),
})
type Payload = Static<typeof Payload>

export const expireKind = jobKind({
  name: 'expire-messages',
  payload: Payload,
  concurrency: 1,
  timeoutSeconds: 3600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, expireSome),
})

/**
 * Queues a job for each channel with expired messages, and one for direct messages. Called by the timer, once an hour: a policy that was
 * set by mistake can still be taken back for a while.
 */
export async function expireMessages(organization: Organization): Promise<void> {
  const found = placesWithExpired(organization, seconds(organization.clock))
  if (found.length === 0) return
  await organization.write((tx) => {
    const busy = new Set(openJobs(tx, expireKind.name).map(({ key }) => key))
    for (const place of found) {
      const key = String(place.channelId ?? 'direct')
      if (!busy.has(key)) enqueue(tx, expireKind, { ...place, deletionId: null }, { key })
    }
  })
}

/**
 * For how many days messages are kept: as the channel says, or else the organization, which alone speaks for direct
 * messages. Undefined: for ever.
 */
function retentionDays(organization: Organization, channelId: number | null): number | undefined {
  const own =
    channelId === null ? null : channelDirectory(organization).byId.get(channelId)?.messageRetentionDays
  const days = own ?? settings(organization).message_retention_days
  return days < 1 ? undefined : days
}

/** Which places have messages of before the first one that is kept. IDs grow with time, so few messages are looked at. */
function placesWithExpired(organization: Organization, now: number): Omit<Payload, 'deletionId'>[] {
  const { db } = organization
  const firstKept = new Map<number, number>()
  const limitOf = (channelId: number | null): number | undefined => {
    const days = retentionDays(organization, channelId)
    if (days === undefined) return undefined
    return firstKept.getOrInsertComputed(days, () => firstMessageSince(db, now - days * daySeconds))
  }
  const places: Omit<Payload, 'deletionId'>[] = []
  for (const { id, firstMessageId } of channelDirectory(organization).all) {
    const beforeId = limitOf(id)
    if (beforeId === undefined || firstMessageId === null || firstMessageId >= beforeId) continue
    places.push({ channelId: id, beforeId })
  }
  const beforeId = limitOf(null)
  const oldest = beforeId === undefined ? null : oldestDirectMessageId(db)
  if (beforeId !== undefined && oldest !== null && oldest < beforeId)
    places.push({ channelId: null, beforeId })
  return places
}

/** The newest first, so that a channel's first message changes once, at the end. The policy is asked for again each time. */
function expireSome(tx: Transaction, payload: Payload): Payload | undefined {
  const { organization } = tx
  const { channelId, beforeId } = payload
  const days = retentionDays(organization, channelId)
  const conversationId = channelId === null ? undefined : channelConversationId(organization, channelId)
  if (days === undefined || (channelId !== null && conversationId === undefined)) return undefined
  // One more, so that it is known where to go on.
  const found = messagesBefore(tx, conversationId, beforeId, organization.rules.messagesPerStep + 1)
  const looked = oneStep(tx, found.slice(0, organization.rules.messagesPerStep))
  // A clock that was wrong for a while has left messages that are younger than those after them.
  const limit = seconds(organization.clock) - days * daySeconds
  const expired = looked.filter(({ sentAt }) => sentAt < limit)
  const deletionId = expired.length === 0 ? payload.deletionId : deletionOf(tx, payload)
  if (deletionId !== null && expired.length > 0) remove(tx, channelId, expired, deletionId)
  const next = found[looked.length]
  return next && { channelId, beforeId: next.id + 1, deletionId }
}

function oneStep(tx: Transaction, found: readonly Aged[]): Aged[] {
  const states = stateCounts(
    tx,
    found.map(({ id }) => id),
  )
  const light = asMuchAs(found, mostStatesPerStep, ({ id }) => states.get(id) ?? 0)
  const listeners = [...queues(tx.organization).userIds].length
  const mostPlaces = Math.max(1, mostToldPerStep / Math.max(1, listeners))
  const places = new Set<string>()
  const end = light.findIndex((message) => places.add(placeOf(message)).size > mostPlaces)
  return end < 0 ? light : light.slice(0, end)
}

function placeOf({ conversationId, topicKey }: Aged): string {
  return `${conversationId} ${topicKey}`
}

/** All that a job deletes can be put back together, as long as nobody has put it back already. */
function deletionOf(tx: Transaction, { deletionId }: Payload): number {
  if (deletionId !== null && isDeletion(tx, deletionId)) return deletionId
  return newDeletion(tx, notificationBot(tx.organization).id)
}

/** @param expired newest first */
function remove(
  tx: Transaction,
  channelId: number | null,
  expired: readonly Aged[],
  deletionId: number,
): void {
  const from = [...Map.groupBy(expired.toReversed(), placeOf).values()].flatMap((messages) => {
    const [place] = messages
    return place ? [{ place, messageIds: messages.map(({ id }) => id) }] : []
  })
  const channel = channelId === null ? undefined : channelDirectory(tx.organization).byId.get(channelId)
  if (channel) {
    recordCounted(tx, 'channel.messages_expired', channel, expired.length)
    removeFromChannel(tx, channel, [], { from, deletionId })
  } else {
    recordCounted(tx, 'message.direct_expired', {}, expired.length)
    removeFromConversations(tx, { from, deletionId })
  }
}
