// What administrators can do with the organization: change its settings and permissions, close and reopen it.
import { actorId, record } from '../audit-log/recording'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { channelDirectory } from '../channels/repository'
import { emit } from '../events/event'
import { invalidParameter } from '../http/errors'
import { queueMail } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { settings, storeSetting, storeValue } from '../organization/settings'
import { settingOptions, type SettingName } from '../organization/settings-catalogue'
import type { Transaction } from '../organization/writer'
import { organizationPermissions, type OrganizationPermissionName } from '../user-groups/permission-catalogue'
import {
  assertExpected,
  isSamePermission,
  PermissionChange,
  permissionGroupFor,
  releasePermissionGroup,
} from '../user-groups/permission-values'
import { endAllSessions } from '../sessions/actions'
import { isOwner } from '../users/rank'
import { directory, type User } from '../users/repository'
import { changeGravatars } from '../accounts/gravatars'
import { updateFullMembers } from '../accounts/roles'
import { changingSight } from '../sight/changing'
import { isPermissionName, permissionGroupId } from '../permissions/permissions'
import { isChangeableSetting, isForOwners } from '../organization-settings/parameters'
import { deactivatedEvent, settingOnWire, settingsChangedEvent } from '../organization-settings/wire'
import { assertAdministrator, assertOwner } from '../http/roles'
import { trimmed } from '../http/visible-text'

/**
 * Changes settings, all of them or none, and tells everyone what is different now.
 * @param parameters by the protocol's names, as decoded by `RealmParameters`
 * @throws ApiError BAD_REQUEST if the caller may not, or a value breaks its rule; EXPECTATION_MISMATCH;
 *   SYSTEM_GROUP_REQUIRED.
 */
export function changeOrganizationSettings(
  organization: Organization,
  caller: User,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  assertAdministrator(caller)
  if (Object.keys(parameters).some(isForOwners)) assertOwner(caller)
  return organization.write((tx) => {
    const change = (): void => writeChanges(tx, parameters)
    if ('can_access_all_users_group' in parameters) {
      changingSight(tx, { permission: 'can_access_all_users_group' }, change)
    } else change()
  })
}

function writeChanges(tx: Transaction, parameters: Readonly<Record<string, unknown>>): void {
  const { organization } = tx
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(parameters)) {
    const before = settingOnWire(organization, name)
    const isChanged = isPermissionName(name)
      ? changePermission(tx, name, Value.Decode(PermissionChange, value))
      : isChangeableSetting(name) && changeSetting(tx, name, value)
    if (!isChanged) continue
    const after = settingOnWire(organization, name)
    Object.assign(changed, after)
    const changes = { [name]: { old: before[name], new: after[name] } }
    const isPermission = isPermissionName(name)
    record(tx, isPermission ? 'organization.permission_changed' : 'organization.setting_changed', { changes })
  }
  if (Object.keys(changed).length > 0) emit(tx, settingsChangedEvent(changed))
  if ('waiting_period_threshold' in changed) updateFullMembers(tx)
  if ('use_gravatar' in changed) changeGravatars(tx)
}

export const closedLetter = {
  name: 'organization-deactivated',
  facts: Type.Object({
    userId: Type.Integer(),
    /** Which of the owners did it; null is whoever runs the server. */
    byId: Type.Union([Type.Integer(), Type.Null()]),
  }),
}

/** An owner closes the organization to everybody; the command line opens it again. @throws ApiError BAD_REQUEST */
export function deactivateOrganization(organization: Organization, caller: User): Promise<void> {
  assertOwner(caller)
  return setDeactivated(organization, true)
}

/**
 * Closes the organization to everybody, or opens it again. Its browsers are logged out; what has a key goes on with it,
 * and with queues that are not too old, once the organization is open. Its owners are told by mail.
 */
export function setDeactivated(organization: Organization, isDeactivated: boolean): Promise<void> {
  return organization.write((tx) => {
    if (settings(organization).is_deactivated === isDeactivated) return
    storeSetting(tx, 'is_deactivated', isDeactivated)
    record(tx, isDeactivated ? 'organization.deactivated' : 'organization.reactivated')
    if (!isDeactivated) return
    emit(tx, deactivatedEvent)
    endAllSessions(tx)
    const byId = actorId(tx) ?? null
    for (const { id: userId } of directory(organization).all.filter((user) => isOwner(user) && user.isActive))
      queueMail(tx, closedLetter, { userId, byId })
  })
}

/** @returns whether it is another group now. */
function changePermission(
  tx: Transaction,
  name: OrganizationPermissionName,
  change: PermissionChange,
): boolean {
  const { organization } = tx
  const before = permissionGroupId(organization, name)
  assertExpected(organization, name, before, change.old)
  const after = permissionGroupFor(tx, name, organizationPermissions[name], change.new)
  if (isSamePermission(organization, before, after)) {
    if (after !== before) releasePermissionGroup(tx, after)
    return false
  }
  storeValue(tx, name, after)
  releasePermissionGroup(tx, before)
  return true
}

/** @returns whether it has another value now. */
function changeSetting(tx: Transaction, name: SettingName, parameter: unknown): boolean {
  const value = checkedValue(tx.organization, name, parameter)
  if (settings(tx.organization)[name] === value) return false
  storeValue(tx, name, value)
  return true
}

/** A setting's value as it is stored: beyond its type, what it refers to must exist. */
function checkedValue(organization: Organization, name: SettingName, parameter: unknown): unknown {
  const { words, channel, isTrimmed, check, mustBe, isOffered } = settingOptions(name)
  if (channel) checkChannel(organization, name, channel, Number(parameter))
  if (isOffered && !isOffered(organization.rules, parameter)) {
    throw invalidParameter(name, `${name}: this server does not offer that`)
  }
  if (typeof parameter !== 'string') return parameter
  if (words && Object.hasOwn(words, parameter)) return words[parameter]
  const text = parameter.normalize('NFC')
  if (check && !check(text)) throw invalidParameter(name, `${name} is not ${mustBe}`)
  if (!isTrimmed) return text
  const clean = trimmed(text)
  if (clean === '') throw invalidParameter(name, `${name} is empty`)
  return clean
}

function checkChannel(organization: Organization, name: string, kind: 'any' | 'private', id: number): void {
  if (id === -1) return
  const channel = channelDirectory(organization).byId.get(id)
  if (!channel || channel.isArchived) throw invalidParameter(name, `${name}: there is no channel ${id}`)
  if (kind === 'private' && !channel.isPrivate) {
    throw invalidParameter(name, `${name}: the channel must be private`)
  }
}
