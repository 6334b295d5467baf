// Settings and permissions of the organization as parameters of PATCH /realm, made from their catalogues.
import { Type, type TSchema } from '@sinclair/typebox'
import { Id, Text } from '../http/parameters'
import {
  catalogue,
  isSettingName,
  settingNames,
  settingOptions,
  type SettingName,
} from '../organization/settings-catalogue'
import { isPermissionName, permissionNames } from '../permissions/permissions'
import { organizationPermissions, type OrganizationPermissionName } from '../user-groups/permission-catalogue'
import { PermissionChange } from '../user-groups/permission-values'

/** Any of the settings, any of the permissions. */
export const RealmParameters = Type.Object(
  Object.fromEntries([
    ...settingNames.filter(isChangeable).map((name) => [name, Type.Optional(settingParameter(name))]),
    ...permissionNames.map((name) => [name, Type.Optional(permissionParameter(name))]),
  ]),
)

/** Whether a parameter's name is that of a setting which the call changes. */
export function isChangeableSetting(name: string): name is SettingName {
  return isSettingName(name) && isChangeable(name)
}

/** Whether only owners change the setting or permission. */
export function isForOwners(name: string): boolean {
  if (isPermissionName(name)) return organizationPermissions[name].changedBy === 'owners'
  return isSettingName(name) && settingOptions(name).changedBy === 'owners'
}

function isChangeable(name: SettingName): boolean {
  return settingOptions(name).changedBy !== 'nobody'
}

function settingParameter(name: SettingName): TSchema {
  const { setting, default: _, ...type } = catalogue.properties[name]
  const schema: TSchema = setting.parameter ?? type
  const description = described(name, type.description)
  if (setting.channel) return Id({ description })
  const { minLength = 0, maxLength } = schema
  // Limits are code points, but for patterns, which let nothing through but ASCII.
  const isText = schema.type === 'string' && schema.pattern === undefined
  return isText ? Text({ minLength, maxLength, description }) : { ...schema, description }
}

function permissionParameter(name: OrganizationPermissionName): TSchema {
  const { allows } = organizationPermissions[name]
  return { ...PermissionChange, description: described(name, `Who may ${allows}`) }
}

function described(name: string, text: string): string {
  return isForOwners(name) ? `${text} (only owners change it)` : text
}
