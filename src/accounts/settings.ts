// What people can do with their settings, and administrators with the defaults of new accounts.
import { record } from '../audit-log/recording'
import { tellInheritedSetting } from '../channels/inherited-settings'
import { forgetDrafts } from '../drafts/actions'
import { emit } from '../events/event'
import { invalidParameter } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { hidePresence } from '../presence/actions'
import { awayEvent } from '../user-status/wire'
import type { User } from '../users/repository'
import { isSettingName, type SettingName } from '../user-settings/catalogue'
import { consentEvent, consentSetting } from '../user-settings/export-consents'
import { newAccountSettings, settingsOf, storeDefault, storeUserSetting } from '../user-settings/repository'
import { defaultChangedEvent, languageName, settingChangedEvents } from '../user-settings/wire'
import { assertAdministrator } from '../http/roles'

/** Settings with their new values, as the catalogue's schemas decoded them. */
export type SettingChanges = readonly (readonly [SettingName, unknown])[]

/**
 * The settings among decoded parameters.
 * @throws ApiError REQUEST_VARIABLE_INVALID for a language that is none.
 */
export function settingChanges(parameters: Readonly<Record<string, unknown>>): SettingChanges {
  const changes: [SettingName, unknown][] = []
  for (const [name, value] of Object.entries(parameters)) {
    if (!isSettingName(name) || value === undefined) continue
    if (name === 'default_language') checkLanguage(value)
    changes.push([name, value])
  }
  return changes
}

/** Changes a person's settings and tells their clients of each that is different now. */
export function changeSettings(tx: Transaction, user: User, changes: SettingChanges): void {
  const before = settingsOf(tx.organization, user.id)
  for (const [name, value] of changes) {
    if (before[name] === value) continue
    storeUserSetting(tx, user.id, name, value)
    for (const event of settingChangedEvents(tx.organization, user, name, value)) emit(tx, event)
    if (name === 'enable_drafts_synchronization' && value === false) forgetDrafts(tx, user.id)
    if (name === consentSetting) emit(tx, consentEvent(tx.organization, user))
    if (name === 'presence_enabled') changePresence(tx, user, value === true)
    tellInheritedSetting(tx, user.id, name, value)
  }
}

function changePresence(tx: Transaction, user: User, isShown: boolean): void {
  emit(tx, awayEvent(tx.organization, user, !isShown))
  if (!isShown) hidePresence(tx, user)
}

/**
 * Changes what new accounts start with; existing ones stay as they are.
 * @throws ApiError BAD_REQUEST for people who are not administrators.
 */
export function changeDefaults(
  organization: Organization,
  caller: User,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const before = newAccountSettings(organization)
    for (const [name, value] of Object.entries(parameters)) {
      if (!(isSettingName(name) || name === 'email_address_visibility')) continue
      if (value === undefined || before[name] === value) continue
      storeDefault(tx, name, value)
      const changes = { [name]: { old: before[name], new: value } }
      record(tx, 'organization.user_default_changed', { changes })
      emit(tx, defaultChangedEvent(name, value))
    }
  })
}

/** A language is one if it has a name. */
function checkLanguage(code: unknown): void {
  const tag = String(code).replaceAll('_', '-')
  try {
    if (languageName(tag).toLowerCase() !== tag.toLowerCase()) return
  } catch {
    // Not even well-formed.
  }
  throw invalidParameter('default_language', `Invalid default_language: ${tag} is not a language code`)
}
