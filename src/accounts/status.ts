// What people can do with statuses: set their own, and administrators others'.
import { actorId, changesBetween, record, type Changes } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { changeSettings } from './settings'
import { personToAdminister } from '../permissions/people'
import type { User } from '../users/repository'
import { meantEmoji, type NamedEmoji } from '../user-status/emoji'
import { noStatus, statuses, storeStatus } from '../user-status/repository'
import { statusChangedEvent, type StatusChange } from '../user-status/wire'

/** In characters. */
const maxTextLength = 60

/** Undefined: stays as it is. */
export interface StatusUpdate {
  text: string | undefined
  emoji: NamedEmoji
  /** The old way to hide one's presence. */
  away?: boolean | undefined
}

/** Sets what is given of the caller's own status. @throws ApiError BAD_REQUEST */
export function updateOwnStatus(
  organization: Organization,
  caller: User,
  update: StatusUpdate,
): Promise<void> {
  return updateStatus(organization, caller, update)
}

/** Sets what is given of somebody's status. @throws ApiError BAD_REQUEST, also for callers who are no administrators. */
export function updateStatusOf(
  organization: Organization,
  caller: User,
  ref: string,
  update: StatusUpdate,
): Promise<void> {
  return updateStatus(organization, personToAdminister(organization, caller, ref), update)
}

function updateStatus(
  organization: Organization,
  user: User,
  { text, emoji, away }: StatusUpdate,
): Promise<void> {
  const change: StatusChange = text === undefined ? {} : { text: checkedText(text) }
  const meant = meantEmoji(organization, emoji)
  if (meant) change.emoji = meant
  const changesStatus = change.text !== undefined || change.emoji !== undefined
  if (!changesStatus && away === undefined) throw badRequest('Client did not pass any new values.')
  return organization.write((tx) => {
    if (away !== undefined) changeSettings(tx, user, [['presence_enabled', !away]])
    if (!changesStatus) return
    const { text: newText, emoji: newEmoji } = change
    const before = statuses(organization).get(user.id) ?? noStatus
    const after = { ...before, ...(newText === undefined ? {} : { text: newText }), ...newEmoji }
    storeStatus(tx, user.id, after)
    recordOthers(tx, user, changesBetween(before, after, ['text', 'emojiName']))
    emit(tx, statusChangedEvent(organization, user, change))
  })
}

/** Their own status is theirs; what others change of it is in the audit log. */
function recordOthers(tx: Transaction, { id, fullName: name }: User, changes: Changes): void {
  if (actorId(tx) !== id) record(tx, 'user.status_changed', { id, name, changes })
}

function checkedText(text: string): string {
  const clean = trimmed(text)
  if ([...clean].length <= maxTextLength) return clean
  throw badRequest(`status_text is too long (limit: ${maxTextLength} characters)`)
}
