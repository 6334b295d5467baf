// What custom_profile_fields events change, and what people say in the fields.
import { item, items, type FeatureRules, type Item, type State } from './rules'

export const profileFieldRules: FeatureRules = {
  apply: {
    custom_profile_fields(state, event) {
      const fields = items(event['fields'])
      state['custom_profile_fields'] = fields
      const ids = new Set(fields.map(({ id }) => String(id)))
      for (const said of profiles(state)) {
        for (const id of Object.keys(said)) if (!ids.has(id)) Reflect.deleteProperty(said, id)
      }
    },
  },
}

/** What a `realm_user` `update` says of a person's fields. */
export function applyProfileChange(user: Item, change: unknown): void {
  const { id, ...said } = item(change)
  const profile = item(user['profile_data'])
  if (said['value'] === null) Reflect.deleteProperty(profile, String(id))
  else profile[String(id)] = said
}

function profiles(state: State): Item[] {
  return ['realm_users', 'realm_non_active_users']
    .flatMap((name) => items(state[name]))
    .flatMap((user) => (user['profile_data'] === undefined ? [] : [item(user['profile_data'])]))
}
