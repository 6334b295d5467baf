// Telling a person of what they missed: one letter for each conversation, with what of it they still have to read.
import type { Static } from '@sinclair/typebox'
import { subscriptionsOf } from '../channels/repository'
import { topicKey } from '../channels/topics'
import { jobKind, type Attempt } from '../jobs/kind'
import { queueMail } from '../mail/queueing'
import type { FlaggedMessage } from '../messages/repository'
import { triggers, type Trigger } from '../notifications/triggers'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { settingsOf } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { missedLetter } from './letter'
import { tellOfMissed } from './noting'
import { deleteMissed, missedOf } from './repository'
import { stillMissed } from './still-missed'

/** Whoever missed more gets mail about the newest. */
const mostMissed = 500
/** Of one conversation, so many are told of one by one; the others are counted. */
const mostShown = 20

export const tellOfMissedKind = jobKind({
  ...tellOfMissed,
  concurrency: 4,
  timeoutSeconds: 60,
  maxAttempts: 10,
  run: tell,
})

/** Queues the letters and forgets what they are about, in one write: so no letter is missing, and none comes twice. */
async function tell({ payload: { userId }, write, done }: Attempt<Static<typeof tellOfMissed.payload>>) {
  await write((tx) => {
    for (const { messages, trigger } of conversationsMissed(tx, userId)) {
      const messageIds = messages.slice(0, mostShown).map(({ id }) => id)
      queueMail(tx, missedLetter, {
        userId,
        messageIds,
        further: messages.length - messageIds.length,
        trigger,
      })
    }
    deleteMissed(tx, userId)
    done(tx)
  })
}

/** What was missed of one topic or direct conversation, in order. */
interface Missed {
  messages: FlaggedMessage[]
  /** The strongest reason to tell of any of them. */
  trigger: Trigger
}

function conversationsMissed(tx: Transaction, userId: number): Iterable<Missed> {
  const { organization } = tx
  const person = directory(organization).byId.get(userId)
  const reasons = new Map(missedOf(tx, userId, mostMissed).map((each) => [each.messageId, each.trigger]))
  const conversations = new Map<string, Missed>()
  for (const message of person ? stillMissed(organization, person, [...reasons.keys()]) : []) {
    const trigger = triggers.find((each) => each === reasons.get(message.id))
    if (!trigger || !person || !wants(organization, person, message, trigger)) continue
    const key = `${message.conversationId} ${topicKey(message.topic)}`
    const known = conversations.get(key)
    if (!known) conversations.set(key, { messages: [message], trigger })
    else {
      known.messages.push(message)
      if (triggers.indexOf(trigger) < triggers.indexOf(known.trigger)) known.trigger = trigger
    }
  }
  return conversations.values()
}

/** Whether the person wants mail about it, as their settings are now: they may have had enough of it since. */
function wants(
  organization: Organization,
  person: User,
  { channelId }: FlaggedMessage,
  trigger: Trigger,
): boolean {
  const settings = settingsOf(organization, person.id)
  if (trigger === 'followed_topic') return settings.enable_followed_topic_email_notifications
  if (trigger !== 'channel') return settings.enable_offline_email_notifications
  const subscription =
    channelId === null ? undefined : subscriptionsOf(organization, person.id).get(channelId)
  return subscription?.emailNotifications ?? settings.enable_stream_email_notifications
}
