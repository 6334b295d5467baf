// Notifying browsers of messages, and taking that back.
import { jobKind, type Attempt } from '../jobs/kind'
import type { Trigger } from '../notifications/triggers'
import { contentOf } from '../push/content'
import { messagePayload, removalPayload } from '../push/encrypted-payload'
import { isPushed } from '../push/repository'
import { webMessageType, webRemovalType } from './job-types'
import { queueWebRemovals } from './queueing'
import { deleteSubscription, subscriptionById, type Subscription } from './repository'
import { send, type PushMessage } from './sending'

const limits = {
  concurrency: 32,
  timeoutSeconds: 60,
  maxAttempts: 5,
  delivery: { concurrencyPerLane: 8, patienceSeconds: 24 * 3600 },
}

export const webMessageKind = jobKind({
  ...webMessageType,
  ...limits,
  async run(attempt) {
    const { organization, payload, write, done } = attempt
    const { userId, messageId, trigger } = payload
    const subscription = subscriptionById(organization.db, payload.subscriptionId)
    const content = subscription && contentOf(organization, userId, messageId)
    if (!content) return
    const isThere = await deliver(attempt, subscription, {
      text: messagePayload(organization, payload, content),
      urgency: personal.has(trigger) ? 'high' : 'normal',
      topic: topicOf(messageId),
    })
    await write((tx) => {
      // Read while it was under way: what takes it back may have come first.
      if (isThere && !isPushed(tx, userId, messageId)) queueWebRemovals(tx, subscription, [messageId])
      done(tx)
    })
  },
})

export const webRemovalKind = jobKind({
  ...webRemovalType,
  ...limits,
  async run(attempt) {
    const { organization, payload, write, done } = attempt
    const { userId, messageIds } = payload
    const subscription = subscriptionById(organization.db, payload.subscriptionId)
    if (!subscription) return
    const [first] = messageIds
    // One that has not been delivered is replaced. Several are taken back by one message, which comes after them.
    const topic = first !== undefined && messageIds.length === 1 ? topicOf(first) : undefined
    const text = removalPayload(organization, userId, messageIds)
    await deliver(attempt, subscription, { text, urgency: 'normal', topic })
    await write(done)
  },
})

/** What is meant for the person. */
const personal: ReadonlySet<Trigger> = new Set(['direct_message', 'mention', 'group_mention'])

function topicOf(messageId: number): string {
  return `message-${messageId}`
}

/** @returns whether the subscription is there still; if not, it is forgotten. @throws as `send` does */
async function deliver(
  { organization, signal, write }: Attempt<unknown>,
  subscription: Subscription,
  message: PushMessage,
): Promise<boolean> {
  const isThere = await send(organization, subscription, message, signal)
  if (!isThere) await write((tx) => deleteSubscription(tx, subscription.id))
  return isThere
}
