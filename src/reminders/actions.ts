// What a person can do with reminders, and their coming (reference: since-372, level 381).
import { emit } from '../events/event'
import { badRequest, invalidParameter, noneOfOwn } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import { renderMarkdown } from '../markdown/render'
import { readableMessage } from '../messages/access'
import { sendDirectNotice } from '../messages/sending/notices'
import { renderContext } from '../messages/rendering/render-context'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { workOff } from '../timer/due'
import { directory, type User } from '../users/repository'
import {
  countReminders,
  deleteReminder,
  dueReminderIds,
  firstReminder,
  insertReminder,
  markFailed,
  reminderById,
  type Reminder,
} from './repository'
import { reminderText } from './text'
import { reminderAddedEvent, reminderRemovedEvent } from './wire'

const maxRemindersPerPerson = 1000
/** Longest note, in code points (`max_reminder_note_length`). */
export const maxNoteLength = 1000

/**
 * Will remind the caller of a message.
 * @param deliverAt UNIX seconds
 * @throws ApiError BAD_REQUEST for a message they can't read, a time that is past, too many;
 *   REQUEST_VARIABLE_INVALID for a note that is too long.
 */
export function createReminder(
  organization: Organization,
  caller: User,
  { messageId, deliverAt, note }: { messageId: number; deliverAt: number; note: string },
): Promise<Reminder> {
  const cleanNote = trimmed(note)
  if (isLongerThan(cleanNote, maxNoteLength)) {
    throw invalidParameter('note', `note is too long (limit: ${maxNoteLength} characters)`)
  }
  return organization.write((tx) => {
    readableMessage(organization, caller, messageId)
    if (deliverAt <= seconds(organization.clock)) {
      throw badRequest('scheduled_delivery_timestamp must be in the future')
    }
    if (countReminders(tx, caller.id) >= maxRemindersPerPerson) {
      throw badRequest(`You can have at most ${maxRemindersPerPerson} reminders`)
    }
    const content = reminderText(organization, caller, messageId, cleanNote)
    const renderedContent = renderMarkdown(content, renderContext(organization, caller)).html
    const reminder = { userId: caller.id, messageId, note: cleanNote, content, renderedContent, deliverAt }
    const made = insertReminder(tx, reminder)
    emit(tx, reminderAddedEvent(made))
    return made
  })
}

/** @throws ApiError BAD_REQUEST when the caller has no reminder with that ID. */
export function removeReminder(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => {
    const reminder = reminderById(tx, id)
    if (reminder?.userId !== caller.id) throw noneOfOwn('Reminder does not exist')
    deleteReminder(tx, id)
    emit(tx, reminderRemovedEvent(reminder))
  })
}

/** When the next one comes, in milliseconds; none while the organization is deactivated. */
export function nextReminder(organization: Organization): number {
  return settings(organization).is_deactivated ? never : momentOf(firstReminder(organization.db))
}

/** Reminds people, however late, but not while the organization is deactivated. Called by the timer. */
export async function deliverDueReminders(organization: Organization): Promise<void> {
  if (settings(organization).is_deactivated) return
  await workOff(organization, {
    due: ({ db }, now, limit) => dueReminderIds(db, now, limit),
    run: remind,
    fail: noteFailure,
  })
}

function remind(tx: Transaction, id: number): void {
  const reminder = reminderById(tx, id)
  const user = reminder && directory(tx.organization).byId.get(reminder.userId)
  if (!user || reminder.deliverAt > seconds(tx.organization.clock)) return
  sendDirectNotice(tx, user.id, reminderText(tx.organization, user, reminder.messageId, reminder.note))
  deleteReminder(tx, id)
  emit(tx, reminderRemovedEvent(reminder))
}

/** The protocol has no event for a reminder that changes. */
function noteFailure(tx: Transaction, id: number): void {
  const reminder = reminderById(tx, id)
  if (!reminder) return
  markFailed(tx, id)
  emit(tx, reminderRemovedEvent(reminder))
  emit(tx, reminderAddedEvent({ ...reminder, hasFailed: true }))
}
