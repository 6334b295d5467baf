// People and bots: all whom this person may know of, those who were deactivated and the server's own bots among them.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { changed, isEqual } from './records'
import {
  dictionary,
  isBoolean,
  isFields,
  isNumber,
  isText,
  listOf,
  nullable,
  optional,
  shape,
  type Checked,
  type Fields,
} from './shapes'

/** What somebody says in a custom profile field. */
const isProfileValue = shape({ value: isText, rendered_value: optional(isText) })
export type ProfileValue = Checked<typeof isProfileValue>

const person = {
  user_id: isNumber,
  /** The real address; null if it is not for this person to know. */
  delivery_email: nullable(isText),
  /** The address that stands for them in the API. */
  email: isText,
  full_name: isText,
  date_joined: isText,
  is_owner: isBoolean,
  is_admin: isBoolean,
  is_guest: isBoolean,
  is_bot: isBoolean,
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  bot_type: nullable(isNumber),
  bot_owner_id: nullable(isNumber),
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: isNumber,
  timezone: isText,
  avatar_url: optional(nullable(isText)),
  avatar_version: isNumber,
  /** By field ID; bots have none. */
  profile_data: optional(dictionary(isProfileValue)),
  /** One of the server's own. */
  is_system_bot: optional(isBoolean),
}
const isPerson = shape(person)
const isUser = shape({ ...person, is_active: isBoolean })
export type User = Checked<typeof isUser>

export type Users = IdMap<User>

export function usersFrom(register: Fields): Users {
  return IdMap.by(everybody(register), ({ user_id }) => user_id)
}

function* everybody(register: Fields): Iterable<User> {
  for (const user of listOf(isPerson, register['realm_users'])) yield { ...user, is_active: true }
  for (const user of listOf(isPerson, register['realm_non_active_users'])) yield { ...user, is_active: false }
  yield* listOf(isUser, register['cross_realm_bots'])
}

/** `realm_user`: `add`, `update`, `remove`; and profile fields that are gone, with what was said in them. */
export function usersAfter(users: Users, event: ServerEvent): Users {
  if (event.type === 'custom_profile_fields') return withoutOldFields(users, event['fields'])
  const { type, op, person: said } = event
  if (type !== 'realm_user' || !isFields(said) || !isNumber(said['user_id'])) return users
  const id = said['user_id']
  if (op === 'remove') return users.without(id)
  const user = users.get(id)
  if (op === 'update') return user ? users.with(id, updated(user, said)) : users
  return isUser(said) && !isEqual(user, said) ? users.with(id, said) : users
}

const isUpdate = shape({
  full_name: optional(isText),
  email: optional(isText),
  delivery_email: optional(nullable(isText)),
  role: optional(isNumber),
  is_active: optional(isBoolean),
  bot_owner_id: optional(nullable(isNumber)),
  timezone: optional(isText),
  avatar_url: optional(nullable(isText)),
  avatar_version: optional(isNumber),
})

const isProfileChange = shape({ id: isNumber, value: nullable(isText), rendered_value: optional(isText) })

function updated(user: User, said: Fields): User {
  const now: Fields = {
    ...Object.fromEntries(Object.entries(said).filter(([name]) => Object.hasOwn(person, name))),
    ...(isBoolean(said['is_active']) ? { is_active: said['is_active'] } : {}),
    ...(isText(said['new_email']) ? { email: said['new_email'] } : {}),
    ...(isNumber(said['role']) ? roleFields(said['role']) : {}),
  }
  const change = said['custom_profile_field']
  const told = isUpdate(now) ? changed(user, now) : user
  return isProfileChange(change) ? changed(told, { profile_data: profileAfter(user, change) }) : told
}

function profileAfter(
  { profile_data: profile = {} }: User,
  { id, ...said }: Checked<typeof isProfileChange>,
): Readonly<Record<string, ProfileValue>> {
  if (isProfileValue(said)) return { ...profile, [id]: said }
  return Object.fromEntries(Object.entries(profile).filter(([key]) => key !== String(id)))
}

/** What follows from a role. */
function roleFields(role: number): { is_owner: boolean; is_admin: boolean; is_guest: boolean } {
  return { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 }
}

function withoutOldFields(users: Users, fields: unknown): Users {
  const ids = new Set(listOf(shape({ id: isNumber }), fields).map(({ id }) => String(id)))
  const changes: [number, User][] = []
  for (const [id, user] of users) {
    const said = Object.entries(user.profile_data ?? {})
    const left = said.filter(([field]) => ids.has(field))
    if (left.length < said.length) changes.push([id, { ...user, profile_data: Object.fromEntries(left) }])
  }
  return users.withAll(changes)
}
