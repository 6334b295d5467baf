// The audit log in words: what was done, to what, and which values changed. What a newer server knows stands as it calls it.
import { groupName } from '../people/group-names'
import { shownName } from '../people/names'
import { roleTitle } from '../settings/controls/people-and-groups'
import { notificationName } from '../settings/notifications-page'
import { state } from '../live/state'
import { channelOf } from '../store/names'
import { isFields } from '../store/shapes'
import { isText, text, type TextKey } from '../texts/text'
import { momentWords } from '../texts/times'

/** Kinds of things that the log tells of, with which it can be filtered, in the order of the list. */
export const auditKinds = [
  'user',
  'bot',
  'invitation',
  'channel',
  'default_channel_group',
  'channel_folder',
  'group',
  'message',
  'organization',
  'domain',
  'emoji',
  'linkifier',
  'playground',
  'profile_field',
  'export',
  'delivery',
  'job',
] as const

/** @param action such as `user.role_changed` */
export function actionWords(action: string): string {
  const key = `audit.${action.replace('.', '_')}`
  return isText(key) ? text(key) : action
}

const pictures: ReadonlyMap<string | null, TextKey> = new Map([
  ['icon', 'organization.icon'],
  ['logo', 'organization.logo'],
  ['night_logo', 'organization.nightLogo'],
])

/** @param name of what it was done to, as the log has it: of most things their own, of the organization's pictures which of them it is */
export function objectWords(action: string, name: string | null): string {
  const picture = action === 'organization.picture_changed' ? pictures.get(name) : undefined
  return picture ? text(picture) : (name ?? '')
}

/** @param action what was done: areas of the texts that name its properties follow from it @param property as on the wire */
export function propertyWords(action: string, property: string): string {
  const areas = action.startsWith('organization.') ? settingAreas : propertyAreas
  const key = areas.map((area) => `${area}.${property}`).find(isText)
  return key === undefined ? (notificationName(property) ?? property) : text(key)
}

const settingAreas = ['organizationSetting', 'permission', 'preference', 'auditProperty']
const propertyAreas = ['auditProperty', 'channelPermission', 'groupPermission', 'organizationSetting']

export function valueWords(property: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return text(value ? 'organization.on' : 'organization.off')
  if (Array.isArray(value)) return value.map((each) => valueWords(property, each)).join(', ') || '–'
  if (typeof value === 'number') return numberWords(property, value)
  if (isFields(value)) return holdersWords(value) ?? JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function numberWords(property: string, value: number): string {
  if (property === 'role') return roleTitle(value)
  if (property === 'expires_at') return momentWords(value, state().userSettings.twenty_four_hour_time)
  if (property === 'bot_owner_id') return shownName(value)
  if (/channel_ids?$|_stream_id$/.test(property) && value > 0)
    return channelOf(state(), value)?.name ?? text('settings.hiddenChannel')
  if (isOfGroups(property)) return groupWords(value)
  return String(value)
}

/** Permissions, whose values are groups, and lists of groups. */
function isOfGroups(property: string): boolean {
  return property === 'subgroups' || property === 'group_ids' || /_group$|^can_/.test(property)
}

function groupWords(id: number): string {
  const group = state().groups.get(id)
  return group ? groupName(group) : String(id)
}

/** Of a permission that was given to people and groups outright. */
function holdersWords({ direct_member_ids, direct_subgroup_ids }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(direct_member_ids) || !Array.isArray(direct_subgroup_ids)) return undefined
  const names = [
    ...direct_subgroup_ids.map((id) => groupWords(Number(id))),
    ...direct_member_ids.map((id) => shownName(Number(id))),
  ]
  return names.join(', ') || '–'
}
