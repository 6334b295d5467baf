// What a person can change of their own account beside the settings: name, address, who sees it, time zone, password.
import { record, recordCounted } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest, invalidParameter, missingParameter } from '../http/errors'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { askForAddress } from './address-changes'
import { hashPassword } from './creating'
import type { LoginAttempts } from './login-attempts'
import { endLogins, type UsedLogin } from './other-logins'
import { changeEmailVisibility, changeFullName, changeTimezone, presentUser } from './profile'
import { updateUser, type User } from '../users/repository'
import { changeSettings, type SettingChanges } from './settings'
import { settingChangedEvents, type AccountSettingName } from '../user-settings/wire'
import { isAdministrator } from '../users/rank'

/** Undefined: stays as it is. */
export interface AccountChanges {
  fullName: string | undefined
  email: string | undefined
  oldPassword: string | undefined
  newPassword: string | undefined
  /** An IANA name, or empty for none. */
  timezone: string | undefined
  emailAddressVisibility: number | undefined
  /** The network address the request came from. */
  address: string
  /** What the request was made with: it outlives the old password. */
  login: UsedLogin
  /** Whether other API keys and sessions do, too. */
  keepsOtherLogins: boolean
}

/**
 * Changes settings and account in one go, all or nothing, and tells whom it concerns. A new address takes effect once a
 * mail to it was answered for; where no mail is sent, at once.
 * @param attempts counts wrong passwords, so that a stolen API key does not help to guess the right one
 * @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID, REQUEST_VARIABLE_MISSING, RATE_LIMIT_HIT.
 */
export async function updateOwnSettings(
  organization: Organization,
  caller: User,
  changes: SettingChanges,
  account: AccountChanges,
  attempts: LoginAttempts,
): Promise<void> {
  if (account.timezone !== undefined) checkTimezone(account.timezone)
  const password = await newPasswordHash(organization, caller, account, attempts)
  await organization.write((tx) => {
    changeSettings(tx, caller, changes)
    changeAccount(tx, caller, account)
    if (password) storePassword(tx, caller, password, account)
  })
}

function changeAccount(tx: Transaction, caller: User, account: AccountChanges): void {
  const { organization } = tx
  const { fullName, email, timezone, emailAddressVisibility } = account
  const present = () => presentUser(organization, caller.id)
  if (fullName !== undefined && fullName !== present().fullName) {
    assertMayChange(caller, settings(organization).name_changes_disabled, 'Names')
    changeFullName(tx, present(), fullName)
  }
  if (email !== undefined && email !== present().email) {
    assertMayChange(caller, settings(organization).email_changes_disabled, 'E-mail addresses')
    askForAddress(tx, present(), email)
  }
  if (emailAddressVisibility !== undefined && emailAddressVisibility !== present().emailAddressVisibility) {
    changeEmailVisibility(tx, present(), emailAddressVisibility)
    tell(tx, present(), 'email_address_visibility', emailAddressVisibility)
  }
  if (timezone !== undefined && timezone !== present().timezone) {
    changeTimezone(tx, present(), timezone)
    tell(tx, present(), 'timezone', timezone)
  }
}

/** Administrators may whatever the organization has turned off for others. @throws ApiError BAD_REQUEST */
export function assertMayChange(caller: User, isDisabled: boolean, what: string): void {
  if (isDisabled && !isAdministrator(caller))
    throw badRequest(`${what} can't be changed in this organization`)
}

function tell(tx: Transaction, user: User, name: AccountSettingName, value: unknown): void {
  for (const event of settingChangedEvents(tx.organization, user, name, value)) emit(tx, event)
}

/** Undefined when the password stays; else its hash, after checking the old one in a worker thread. */
async function newPasswordHash(
  organization: Organization,
  caller: User,
  { oldPassword, newPassword, address }: AccountChanges,
  attempts: LoginAttempts,
): Promise<{ old: string; new: string } | undefined> {
  if (newPassword === undefined) return undefined
  if (oldPassword === undefined) throw missingParameter('old_password')
  const succeed = attempts.begin(`${organization.subdomain}/${caller.id}`, address)
  const { passwordHash } = caller
  if (passwordHash === null || !(await Bun.password.verify(oldPassword, passwordHash))) {
    await organization.write((tx) =>
      recordCounted(tx, 'user.password_refused', { id: caller.id, name: caller.fullName }),
    )
    throw badRequest('The old password is wrong')
  }
  succeed()
  return { old: passwordHash, new: await hashPassword(newPassword, 'new_password') }
}

function storePassword(
  tx: Transaction,
  caller: User,
  password: { old: string; new: string },
  { login, keepsOtherLogins }: AccountChanges,
): void {
  if (presentUser(tx.organization, caller.id).passwordHash !== password.old) {
    throw badRequest('The old password is wrong: it was changed in the meantime')
  }
  updateUser(tx, caller.id, { passwordHash: password.new })
  record(tx, 'user.password_changed', { id: caller.id, name: caller.fullName })
  if (!keepsOtherLogins) endLogins(tx, caller.id, login)
}

function checkTimezone(name: string): void {
  if (name === '' || (/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/i.test(name) && isTimezone(name))) return
  throw invalidParameter('timezone', `Invalid timezone: '${name.slice(0, 100)}' is not an IANA time zone`)
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
