// Sends scheduled messages at their second, each exactly once, and says so where it can't.
import { releaseDrafts } from '../attachments/claiming'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { sendDirectNotice } from '../messages/sending/notices'
import { sendMessageIn } from '../messages/sending/send'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { workOff } from '../timer/due'
import { directory, type User } from '../users/repository'
import {
  deleteScheduled,
  dueIds,
  firstDelivery,
  scheduledById,
  updateScheduled,
  type ScheduledMessage,
} from './repository'
import { destinationOf, scheduledChangedEvent, scheduledRemovedEvent } from './wire'

/** Whether an organization is deactivated, as was seen last, and until when it was, in milliseconds: before that, nothing was sent. */
const pauses = organizationState(() => ({ isPaused: false, until: 0 }))

/** When the next one is to be sent, or a pause begins or ends, in milliseconds. */
export function nextDelivery(organization: Organization): number {
  const { is_deactivated: isPaused } = settings(organization)
  if (isPaused !== pauses(organization).isPaused) return organization.clock.now()
  return isPaused ? never : momentOf(firstDelivery(organization.db))
}

/** Sends what is due, in order; nothing while the organization is deactivated. Called by the timer. */
export async function deliverDueMessages(organization: Organization): Promise<void> {
  const { is_deactivated: isPaused } = settings(organization)
  const pause = pauses(organization)
  if (isPaused || pause.isPaused) pause.until = organization.clock.now()
  pause.isPaused = isPaused
  if (isPaused) return
  await workOff(organization, {
    due: ({ db }, now, limit) => dueIds(db, now, limit),
    run: send,
    fail: noteFailure,
  })
}

function send(tx: Transaction, id: number): void {
  const message = dueMessage(tx, id)
  if (!message) return
  const sender = senderOf(tx, message)
  if (!sender.isActive) throw badRequest('The account of its sender is deactivated')
  assertNotTooLate(tx.organization, message)
  sendMessageIn(tx, sender, {
    destination: destinationOf(message),
    content: message.content,
    client: message.client,
    readBySender: message.readBySender ?? undefined,
  })
  deleteScheduled(tx, id)
  releaseDrafts(tx, 'scheduled', [id])
  emit(tx, scheduledRemovedEvent(message))
}

/** Undefined if it was changed or deleted in the meantime. */
function dueMessage(tx: Transaction, id: number): ScheduledMessage | undefined {
  const message = scheduledById(tx, id)
  const isDue = message?.failure === null && message.deliverAt <= seconds(tx.organization.clock)
  return isDue ? message : undefined
}

/** What was due while the server was down, or the organization deactivated, is sent if that is not long ago. */
function assertNotTooLate(organization: Organization, { deliverAt }: ScheduledMessage): void {
  const { openedAt, clock, rules } = organization
  if (seconds(clock) - deliverAt <= rules.longestMessageDelaySeconds) return
  if (deliverAt * 1000 < openedAt) throw badRequest('The server was not running at that time')
  if (deliverAt * 1000 < pauses(organization).until) {
    throw badRequest('The organization was deactivated at that time')
  }
}

function noteFailure(tx: Transaction, id: number, reason: string): void {
  const message = dueMessage(tx, id)
  if (!message) return
  const failed = updateScheduled(tx, id, { failure: reason })
  emit(tx, scheduledChangedEvent(failed))
  if (!senderOf(tx, message).isActive) return
  const time = new Date(message.deliverAt * 1000).toISOString().replace('.000', '')
  sendDirectNotice(
    tx,
    message.userId,
    `The message you scheduled for <time:${time}> could not be sent: ${reason}.\n\n` +
      'It is still among your scheduled messages, where you can change it and give it a new time.',
  )
}

function senderOf(tx: Transaction, { userId }: ScheduledMessage): User {
  const sender = directory(tx.organization).byId.get(userId)
  if (!sender) throw new Error(`There is no account ${userId}`)
  return sender
}
