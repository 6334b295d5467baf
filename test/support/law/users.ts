// What realm_user and user_group events change.
import { forgetNewest } from './messages'
import { applyProfileChange } from './profile-fields'
import {
  find,
  item,
  items,
  numbers,
  removeWhere,
  sortBy,
  type FeatureRules,
  type Item,
  type State,
  type Watcher,
} from './rules'

const lists = ['realm_users', 'realm_non_active_users']

export const userRules: FeatureRules = {
  apply: {
    realm_user(state, event, watcher) {
      const person = item(event['person'])
      const id = person['user_id']
      // What is known of a person by an address goes with the address; it is told anew with the next.
      if (event.op !== 'update') forgetPresence(state, id)
      if (event.op === 'remove') Reflect.deleteProperty(item(state['user_status']), String(id))
      if (event.op === 'add') {
        removePerson(state, id)
        const { is_active: isActive, ...listed } = person
        items(state[isActive === true ? 'realm_users' : 'realm_non_active_users']).push(listed)
      }
      if (event.op === 'remove') {
        const known = find(
          lists.flatMap((name) => items(state[name])),
          'user_id',
          id,
        )
        if (known['full_name'] !== person['full_name']) throw new Error('Somebody else is gone')
        removePerson(state, id)
        if (!canDoWithout(watcher)) items(state['realm_users']).push(unknown(id))
      }
      if (event.op === 'update') update(state, person)
    },
    user_group(state, event) {
      const groups = items(state['realm_user_groups'])
      if (event.op === 'add') return void groups.push(item(event['group']))
      if (event.op === 'remove') return removeWhere(groups, 'id', event['group_id'])
      const group = find(groups, 'id', event['group_id'])
      if (event.op === 'update') {
        Object.assign(group, item(event['data']))
        return
      }
      const isOfPeople = event['user_ids'] !== undefined
      const field = isOfPeople ? 'members' : 'direct_subgroup_ids'
      const ids = numbers(isOfPeople ? event['user_ids'] : event['direct_subgroup_ids'])
      const others = numbers(group[field]).filter((id) => !ids.includes(id))
      group[field] = event.op?.startsWith('add') === true ? [...others, ...ids] : others
    },
  },
  normalize(state) {
    for (const name of lists) {
      sortBy(state, name, 'user_id')
      for (const user of items(state[name] ?? [])) if (user['full_name'] === 'Unknown user') shorten(user)
    }
    for (const group of items(state['realm_user_groups'] ?? [])) {
      numbers(group['members']).sort((a, b) => a - b)
      numbers(group['direct_subgroup_ids']).sort((a, b) => a - b)
    }
    sortBy(state, 'realm_user_groups', 'id')
    // What follows from the role and the organization's permissions, which clients compute.
    for (const name of Object.keys(state)) {
      if (/^can_(create_.*streams|subscribe_other_users|invite_others_to_realm)$/.test(name))
        Reflect.deleteProperty(state, name)
    }
  },
}

function forgetPresence(state: State, id: unknown): void {
  const presences = item(state['presences'])
  for (const user of lists.flatMap((name) => items(state[name]))) {
    if (user['user_id'] === id) Reflect.deleteProperty(presences, String(user['email']))
  }
  Reflect.deleteProperty(presences, `user${String(id)}@root.confab.invalid`)
}

function canDoWithout({ options }: Watcher): boolean {
  const capabilities = options['client_capabilities']
  return capabilities !== undefined && item(capabilities)['user_list_incomplete'] === true
}

function removePerson(state: State, id: unknown): void {
  for (const name of lists) removeWhere(items(state[name]), 'user_id', id)
}

function unknown(id: unknown): Item {
  return { user_id: id, full_name: 'Unknown user' }
}

/** An unknown user is nothing but an ID. */
function shorten(user: Item): void {
  for (const name of Object.keys(user))
    if (!['user_id', 'full_name'].includes(name)) Reflect.deleteProperty(user, name)
}

function update(state: State, person: Item): void {
  const all = [...items(state['realm_users']), ...items(state['realm_non_active_users'])]
  const user = find(all, 'user_id', person['user_id'])
  const {
    is_active: isActive,
    new_email: newEmail,
    avatar_source,
    avatar_url_medium,
    custom_profile_field: said,
    ...fields
  } = person
  if (said !== undefined) applyProfileChange(user, said)
  Object.assign(user, fields, roleFields(person['role']))
  if (newEmail !== undefined) {
    rename(item(state['presences']), String(user['email']), String(newEmail))
    user['email'] = newEmail
  }
  if (isActive !== undefined) moveBetweenLists(state, user, isActive === true)
  if (person['user_id'] !== state['user_id']) return
  for (const name of ['full_name', 'delivery_email', 'email']) if (name in fields) state[name] = fields[name]
  if (newEmail !== undefined) state['email'] = newEmail
  if (person['role'] !== undefined) {
    forgetNewest(state)
    Object.assign(state, roleFields(person['role']), { is_moderator: Number(person['role']) <= 300 })
  }
  if (avatar_source !== undefined) {
    const url = person['avatar_url'] ?? String(avatar_url_medium).replace('&s=500', '')
    Object.assign(state, { avatar_source, avatar_url_medium, avatar_url: url })
  }
}

/** What goes by an address goes by the new one. */
function rename(presences: Item, before: string, after: string): void {
  if (!(before in presences)) return
  presences[after] = presences[before]
  Reflect.deleteProperty(presences, before)
}

function roleFields(role: unknown): Item {
  if (role === undefined) return {}
  return { is_owner: role === 100, is_admin: Number(role) <= 200, is_guest: role === 600 }
}

/** Deactivated people are in no group. */
function moveBetweenLists(state: State, user: Item, isActive: boolean): void {
  removePerson(state, user['user_id'])
  items(state[isActive ? 'realm_users' : 'realm_non_active_users']).push(user)
  if (isActive) return
  for (const group of items(state['realm_user_groups'])) {
    group['members'] = numbers(group['members']).filter((id) => id !== user['user_id'])
  }
}
