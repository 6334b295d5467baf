// What can be done with accounts: create people.
import { badRequest } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { emit } from '../events/event'
import { newAccountSettings, takeDefaults } from '../user-settings/repository'
import { directory, emailKey, insertUser, type User } from './repository'
import { userAddedEvent } from './wire'

export interface NewPerson {
  email: string
  fullName: string
  passwordHash: string
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number
  canCreateUsers?: boolean
}

/** Hashes a password in a worker thread, so that other requests go on. @throws ApiError BAD_REQUEST if it is too short or long. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < 8) throw badRequest('The password is too short (at least 8 characters)')
  if (password.length > 1000) throw badRequest('The password is too long (at most 1000 characters)')
  return Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
}

/**
 * Adds a person and tells everyone.
 * @throws ApiError BAD_REQUEST for a bad address or name, or an address in use (contract 4.6).
 */
export function insertPerson(tx: Transaction, person: NewPerson): User {
  const email = checkedEmail(tx.organization, person.email)
  const user = insertUser(tx, {
    email,
    emailKey: emailKey(email),
    fullName: checkedFullName(person.fullName),
    role: person.role,
    passwordHash: person.passwordHash,
    canCreateUsers: person.canCreateUsers ?? false,
    emailAddressVisibility: newAccountSettings(tx.organization).email_address_visibility,
    dateJoined: seconds(tx.organization.clock),
  })
  takeDefaults(tx, user.id)
  emit(tx, userAddedEvent(tx.organization, user))
  return user
}

function checkedEmail(organization: Organization, email: string): string {
  const clean = email.normalize('NFC').trim()
  if (clean.length > 254 || !/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/.test(clean)) {
    throw badRequest(`Invalid email '${email.slice(0, 254)}'`)
  }
  if (directory(organization).byEmailKey.has(emailKey(clean)))
    throw badRequest(`Email '${clean}' already in use`)
  return clean
}

/** A name as it is stored. @throws ApiError BAD_REQUEST if it can't be displayed or mentioned. */
export function checkedFullName(name: string): string {
  const clean = name.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  if (clean === '') throw badRequest('Name is empty')
  if ([...clean].length > 100) throw badRequest('Name too long (at most 100 characters)')
  if (/[*`\\>"@#|]|\p{C}/u.test(clean)) throw badRequest('Invalid characters in name')
  return clean
}
