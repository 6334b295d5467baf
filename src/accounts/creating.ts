// What can be done with accounts: creating people, and the rules for names, addresses and passwords.
import { changesBetween, record } from '../audit-log/recording'
import { defaultChannelIds } from '../channels/repository'
import { subscribeNewcomer } from '../channels/subscriptions/subscribing'
import { assertAllowedAddress } from '../email-domains/policy'
import { emit } from '../events/event'
import { badRequest, invalidParameter } from '../http/errors'
import { fault } from '../http/faults'
import { isLongerThan } from '../http/text-length'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { consentEvent } from '../user-settings/export-consents'
import { newAccountSettings, takeDefaults, userSetting } from '../user-settings/repository'
import { awayEvent } from '../user-status/wire'
import { userAddedEvent } from '../sight/person-events'
import { endInvitationsOfAddress } from '../invitations/actions'
import type { Places } from '../invitations/repository'
import { addNewcomerToGroups } from '../user-groups/managing/membership'
import { tellOfRoleGroups } from './group-events'
import { welcome } from './welcoming'
import { emailAddress } from '../users/email-address'
import { directory, emailKey, fullNameKey, insertUser, updateUser, type User } from '../users/repository'
import { assertAdministrator } from '../http/roles'
import { trimmed } from '../http/visible-text'
import { isGuest, isOwner, roles } from '../users/rank'
import { isOwnAddress } from '../users/wire'

export interface NewPerson {
  email: string
  fullName: string
  passwordHash: string
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number
  /** The right to create users beside the administrator role; owners always have it. */
  canCreateUsers?: boolean
  /** Where they are from the start, beside the groups of their role; the default channels if not given. */
  places?: Places & { includesDefaults: boolean }
  /** Channels that they chose beside these; nothing for guests. */
  chosenChannelIds?: readonly number[]
  /** What greets them; null and undefined are what the organization says, empty is nothing. */
  welcomeText?: string | null
}

/** In characters; `password_min_length` and `password_max_length` of the register state. */
export const passwordLength = { min: 8, max: 1000 } as const
const maxNameLength = 100

/**
 * Hashes a password in a worker thread, so that other requests go on.
 * @param parameter that holds it, to be named
 * @throws ApiError REQUEST_VARIABLE_INVALID if it is too short or long.
 */
export async function hashPassword(password: string, parameter = 'password'): Promise<string> {
  const { min, max } = passwordLength
  if (password.length < min)
    throw invalidParameter(
      parameter,
      `The password is too short (at least ${min} characters)`,
      fault('passwordTooShort', min),
    )
  if (password.length > max)
    throw invalidParameter(
      parameter,
      `The password is too long (at most ${max} characters)`,
      fault('passwordTooLong', max),
    )
  return Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
}

/**
 * Creates a person on behalf of an administrator (contract 4.6).
 * @throws ApiError BAD_REQUEST if the caller may not or the address is in use; REQUEST_VARIABLE_INVALID for a bad
 *   name, address or password.
 */
export async function createPerson(
  organization: Organization,
  caller: User,
  { email, fullName, password }: { email: string; fullName: string; password: string },
): Promise<User> {
  assertMayCreateUsers(caller)
  // Checked before the slow hash, and once more with it, when others may have come in between.
  checkedEmail(organization, email)
  assertAllowedAddress(organization, email)
  checkedFullName(organization, fullName)
  const passwordHash = await hashPassword(password)
  return organization.write((tx) => insertPerson(tx, { email, fullName, passwordHash, role: roles.member }))
}

function assertMayCreateUsers(caller: User): void {
  assertAdministrator(caller)
  if (!caller.canCreateUsers && !isOwner(caller)) {
    throw badRequest('This account may not create users: it needs the can_create_users permission')
  }
}

/**
 * Adds a person, in channels and groups, tells everyone and greets them.
 * @throws ApiError REQUEST_VARIABLE_INVALID for a bad address or name; BAD_REQUEST for an address in use.
 */
export function insertPerson(tx: Transaction, person: NewPerson): User {
  const { organization } = tx
  const email = checkedEmail(organization, person.email)
  const user = insertUser(tx, {
    email,
    emailKey: emailKey(email),
    fullName: checkedFullName(organization, person.fullName),
    role: person.role,
    passwordHash: person.passwordHash,
    canCreateUsers: person.canCreateUsers ?? false,
    emailAddressVisibility: newAccountSettings(organization).email_address_visibility,
    isFullMember: settings(organization).waiting_period_threshold === 0,
    dateJoined: seconds(organization.clock),
  })
  takeDefaults(tx, user.id)
  recordCreated(tx, user)
  emit(tx, userAddedEvent(organization, user))
  if (!userSetting(organization, user.id, 'presence_enabled')) emit(tx, awayEvent(organization, user, true))
  emit(tx, consentEvent(organization, user))
  tellOfRoleGroups(tx, user)
  takePlaces(tx, user, person)
  endInvitationsOfAddress(tx, user.emailKey)
  welcome(tx, user, person.welcomeText ?? settings(organization).welcome_message_custom_text)
  return user
}

/** Who makes their own account has none yet when they ask for it. */
function recordCreated(tx: Transaction, user: User): void {
  const { id, fullName: name } = user
  const changes = changesBetween(undefined, user, ['email', 'role'])
  const isOwn = typeof tx.actor === 'object' && tx.actor.caller === undefined
  record(tx, 'user.created', { id, name, changes, ...(isOwn ? { by: { userId: id } } : {}) })
}

/** Guests start in the channels that they were invited to, and in no others. */
function takePlaces(tx: Transaction, user: User, { places, chosenChannelIds = [] }: NewPerson): void {
  const isInDefaults = places ? places.includesDefaults : !isGuest(user)
  const defaults = isInDefaults ? defaultChannelIds(tx.organization) : []
  const chosen = isGuest(user) ? [] : chosenChannelIds
  subscribeNewcomer(tx, user, [...defaults, ...(places?.channelIds ?? []), ...chosen])
  addNewcomerToGroups(tx, user, places?.groupIds ?? [])
}

/** Gives or takes the right to create users that stands beside the administrator role (contract 4.6). */
export function allowCreatingUsers(tx: Transaction, userId: number, isAllowed: boolean): void {
  updateUser(tx, userId, { canCreateUsers: isAllowed })
}

/**
 * An address as it is stored.
 * @param parameter that holds it, to be named
 * @throws ApiError REQUEST_VARIABLE_INVALID if it is none, or stands for others; BAD_REQUEST if somebody else here
 *   has it, whatever the case of its letters.
 */
export function checkedEmail(
  organization: Organization,
  email: string,
  ownerId?: number,
  parameter = 'email',
): string {
  const clean = emailAddress(email)
  if (clean === undefined) {
    throw invalidParameter(
      parameter,
      `Invalid email '${[...email].slice(0, 254).join('')}'`,
      fault('emailInvalid'),
    )
  }
  // Those of people there may be one day, too: whoever has it would get what is sent to them.
  if (isOwnAddress(clean)) {
    throw invalidParameter(
      parameter,
      `Addresses like '${clean}' are for the server alone to give`,
      fault('emailReserved'),
    )
  }
  const holder = directory(organization).byEmailKey.get(emailKey(clean))
  if (holder && holder.id !== ownerId)
    throw badRequest(`Email '${clean}' already in use`, fault('emailTaken'))
  return clean
}

/**
 * A name as it is stored: NFC, single spaces. It must be good to mention: 1 to 100 characters with at least one
 * letter, digit or symbol, none of the characters that end a mention, not one of the words that mention everybody.
 * Two people may share a name, and a mention then adds the ID, unless the organization requires unique names,
 * which compare without case and Unicode form.
 * @param ownerId whose name it is to be, if the account exists
 * @throws ApiError REQUEST_VARIABLE_INVALID; BAD_REQUEST where somebody has the name
 */
export function checkedFullName(organization: Organization, name: string, ownerId?: number): string {
  const clean = trimmed(name.normalize('NFC')).replaceAll(/\s+/g, ' ')
  if (clean === '') throw invalidParameter('full_name', 'Name is empty', fault('nameEmpty'))
  if (isLongerThan(clean, maxNameLength))
    throw invalidParameter(
      'full_name',
      `Name too long (at most ${maxNameLength} characters)`,
      fault('nameTooLong', maxNameLength),
    )
  // Joiners are control characters that some scripts and emoji need.
  const hasBadCharacters = /[*`\\>"@#|]|\p{C}/u.test(clean.replaceAll(/[\u200c\u200d]/g, ''))
  if (hasBadCharacters || !/[\p{L}\p{N}\p{S}]/u.test(clean))
    throw invalidParameter('full_name', 'Invalid characters in name', fault('nameCharacters'))
  const key = fullNameKey(clean)
  if (wildcards.has(key))
    throw invalidParameter(
      'full_name',
      `'${clean}' can't be a name: it mentions everybody`,
      fault('nameWildcard'),
    )
  if (settings(organization).require_unique_names) {
    const taken = directory(organization).all.some(
      (user) => user.id !== ownerId && fullNameKey(user.fullName) === key,
    )
    if (taken) throw badRequest('Unique names required in this organization.', fault('nameTaken'))
  }
  return clean
}

const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic'])
