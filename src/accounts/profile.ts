// Changes of what an account says about a person: name, address, who sees it, time zone, picture.
import { changesBetween, record } from '../audit-log/recording'
import { assertAllowedAddress } from '../email-domains/policy'
import { botUpdatedEvent } from '../bots/wire'
import { emit } from '../events/event'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { checkedEmail, checkedFullName } from './creating'
import { apiEmailEvents, avatarEvent, deliveryEmailEvent, userChangedEvent } from '../sight/person-events'
import { directory, emailKey, updateUser, type NewUser, type User } from '../users/repository'
import { apiEmail, seesEmail, showsGravatar } from '../users/wire'

/** @throws ApiError REQUEST_VARIABLE_INVALID if it can't be a name; BAD_REQUEST if it must be unique and is not. */
export function changeFullName(tx: Transaction, user: User, name: string): void {
  const fullName = checkedFullName(tx.organization, name, user.id)
  if (fullName === user.fullName) return
  const after = change(tx, user, { fullName })
  const changes = changesBetween(user, after, ['fullName'])
  record(tx, 'user.name_changed', { id: user.id, name: fullName, changes })
  emit(tx, userChangedEvent(tx.organization, after, { full_name: fullName }))
  if (after.botType !== null) emit(tx, botUpdatedEvent(tx.organization, after, { full_name: fullName }))
}

/**
 * @param parameter that holds the address, to be named
 * @throws ApiError REQUEST_VARIABLE_INVALID if it is no address; BAD_REQUEST if it is somebody else's.
 */
export function changeEmail(tx: Transaction, user: User, address: string, parameter: string): void {
  const email = checkedEmail(tx.organization, address, user.id, parameter)
  if (email === user.email) return
  assertAllowedAddress(tx.organization, email, parameter)
  const after = change(tx, user, { email, emailKey: emailKey(email) })
  const changes = changesBetween(user, after, ['email'])
  record(tx, 'user.email_changed', { id: user.id, name: user.fullName, changes })
  const seeing = directory(tx.organization).all.filter((viewer) => seesEmail(viewer, after))
  tellOfAddress(tx, user, after, seeing)
}

/** Who sees the real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
export function changeEmailVisibility(tx: Transaction, user: User, emailAddressVisibility: number): void {
  if (emailAddressVisibility === user.emailAddressVisibility) return
  const after = change(tx, user, { emailAddressVisibility })
  const concerned = directory(tx.organization).all.filter(
    (viewer) => seesEmail(viewer, user) !== seesEmail(viewer, after),
  )
  tellOfAddress(tx, user, after, concerned)
}

/** An IANA time zone, or empty for unset; the caller has checked it. */
export function changeTimezone(tx: Transaction, user: User, timezone: string): void {
  if (timezone === user.timezone) return
  const after = change(tx, user, { timezone })
  const email = apiEmail(tx.organization, after)
  emit(tx, userChangedEvent(tx.organization, after, { email, timezone }))
}

/** What changes for those who now see another address, or none: the address and the gravatar made from it. */
function tellOfAddress(tx: Transaction, before: User, after: User, concerned: readonly User[]): void {
  const { organization } = tx
  const ids = concerned.map((viewer) => viewer.id)
  emit(tx, deliveryEmailEvent(organization, after, ids))
  if (showsGravatar(after)) emit(tx, avatarEvent(organization, after, ids))
  for (const event of apiEmailEvents(organization, before, after)) emit(tx, event)
}

function change(tx: Transaction, user: User, changes: Partial<NewUser>): User {
  updateUser(tx, user.id, changes)
  return presentUser(tx.organization, user.id)
}

/** The account as it is now, after a write. */
export function presentUser(organization: Organization, id: number): User {
  const user = directory(organization).byId.get(id)
  if (!user) throw new Error(`There is no account ${id}`)
  return user
}
