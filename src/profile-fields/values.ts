// What people say in custom profile fields: checked by the field's kind, stored, and told to everyone who sees them.
import { actorId, record } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { renderMarkdown } from '../markdown/render'
import { renderContext } from '../messages/rendering/render-context'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { canSeeUser } from '../permissions/visibility'
import { userChangedEvent } from '../sight/person-events'
import { isAdministrator } from '../users/rank'
import { deleteProfileValue, directory, profiles, storeProfileValue, type User } from '../users/repository'
import { profileValueObject } from '../users/wire'
import { optionsOf } from './field-data'
import { kinds, takesMarkdown } from './kinds'
import { allProfileFields, type ProfileField } from './repository'

/** In characters. */
const maxLengths: Readonly<Record<number, number>> = {
  [kinds.shortText]: 50,
  [kinds.longText]: 500,
  [kinds.link]: 2000,
  [kinds.externalAccount]: 50,
  [kinds.pronouns]: 50,
}
const maxPeople = 100

/** What somebody says in a field; null or an empty text takes it back. */
export interface ProfileEntry {
  id: number
  value: unknown
}

/** Sets what the caller says of themselves. @throws ApiError BAD_REQUEST; then nothing has changed. */
export function changeOwnProfile(
  organization: Organization,
  caller: User,
  entries: readonly ProfileEntry[],
): Promise<void> {
  return organization.write((tx) => changeProfile(tx, caller, caller, entries))
}

/**
 * Sets what is said of a person.
 * @param caller administrators may also change what people can't change themselves.
 * @throws ApiError BAD_REQUEST for a field that does not exist, or a value that does not fit it.
 */
export function changeProfile(
  tx: Transaction,
  caller: User,
  user: User,
  entries: readonly ProfileEntry[],
): void {
  if (user.botType !== null && entries.length > 0) throw badRequest('Bots have no profile fields')
  for (const { id, value } of entries) {
    const field = allProfileFields(tx.organization).find((each) => each.id === id)
    if (!field) throw badRequest(`Field id ${id} not found.`)
    if (!field.isEditableByUser && !isAdministrator(caller)) {
      throw badRequest('You are not allowed to change this field. Contact an administrator to update it.')
    }
    const text =
      value === null || value === '' ? undefined : checkedValue(tx.organization, caller, field, value)
    say(tx, user, field, text)
  }
}

/** Stores a checked value and tells everyone who sees the person. @param text undefined takes it back. */
export function say(tx: Transaction, user: User, field: ProfileField, text: string | undefined): void {
  const { organization } = tx
  const before = profiles(organization).get(user.id)?.get(field.id)
  if (before?.value === text) return
  recordOthers(tx, user, field, before?.value, text)
  if (text === undefined) {
    deleteProfileValue(tx, user.id, field.id)
    emit(tx, userChangedEvent(organization, user, { custom_profile_field: { id: field.id, value: null } }))
    return
  }
  const said = {
    value: text,
    renderedValue: takesMarkdown(field.kind)
      ? renderMarkdown(text, renderContext(organization, user)).html
      : null,
  }
  storeProfileValue(tx, user.id, field.id, said)
  const change = { custom_profile_field: { id: field.id, ...profileValueObject(said) } }
  emit(tx, userChangedEvent(organization, user, change))
}

/** What people say of themselves is theirs; what others change is in the audit log. */
function recordOthers(
  tx: Transaction,
  { id, fullName }: User,
  field: ProfileField,
  before: string | undefined,
  after: string | undefined,
): void {
  if (actorId(tx) === id) return
  const changes = { [field.name]: { old: before ?? null, new: after ?? null } }
  record(tx, 'user.profile_changed', { id, name: fullName, changes })
}

function checkedValue(
  organization: Organization,
  caller: User,
  { kind, name, fieldData }: ProfileField,
  value: unknown,
): string {
  if (kind === kinds.people) return JSON.stringify(checkedPeople(organization, caller, name, value))
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`)
  const text = trimmed(value)
  const maxLength = maxLengths[kind]
  if (maxLength !== undefined && isLongerThan(text, maxLength)) {
    throw badRequest(`${name} is too long (limit: ${maxLength} characters)`)
  }
  if (text === '') throw badRequest(`${name} cannot be blank`)
  if (text.includes('\0') || !text.isWellFormed()) throw badRequest(`${name} contains invalid characters`)
  if (kind === kinds.options && !Object.hasOwn(optionsOf(fieldData), text)) {
    throw badRequest(`'${text}' is not a valid choice for '${name}'.`)
  }
  if (kind === kinds.date && !isDate(text)) throw badRequest(`${name} is not a date`)
  if (kind === kinds.link && !isWebAddress(text)) throw badRequest(`${name} is not a URL`)
  return text
}

/** `2026-02-29` is none. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'http:' || protocol === 'https:'
}

function checkedPeople(organization: Organization, caller: User, name: string, value: unknown): number[] {
  const { byId } = directory(organization)
  if (!Array.isArray(value) || value.length === 0 || value.length > maxPeople) {
    throw badRequest(`${name} must be a list of 1 to ${maxPeople} user IDs`)
  }
  return [...new Set(value)].map((id: unknown) => {
    const user = typeof id === 'number' ? byId.get(id) : undefined
    if (!user || user.isSystemBot || !canSeeUser(organization, caller, user)) {
      throw badRequest(`Invalid user ID: ${String(id).slice(0, 20)}`)
    }
    if (!user.isActive) throw badRequest(`User with ID ${user.id} is deactivated`)
    if (user.botType !== null) throw badRequest(`User with ID ${user.id} is a bot`)
    return user.id
  })
}
