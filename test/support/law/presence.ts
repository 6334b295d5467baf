// What presence events change, and who of all is there: how long ago people were seen changes without events.
import { item, items, personIn, type FeatureRules, type Item, type State } from './rules'

export const presenceRules: FeatureRules = {
  apply: {
    presence(state, event) {
      const presences = item(state['presences'])
      if (event['presences']) {
        Object.assign(presences, event['presences'])
        return
      }
      const website = item(item(event['presence'])['website'])
      const person = personIn(state, event['user_id'])
      if (person && person['email'] !== event['email']) throw new Error('The presence of somebody else')
      if (website['client'] !== 'website' || website['pushable'] !== false)
        throw new Error('Present elsewhere')
      const { pushable: _, ...aggregated } = website
      presences[String(event['email'])] = { website, aggregated }
    },
    realm_user(state, event) {
      const person = item(event['person'])
      if (event.op !== 'update' || person['is_active'] === undefined) return
      const keys = keysOf(state, person['user_id'])
      for (const key of keys) Reflect.deleteProperty(item(state['presences']), key)
      // Who comes back has been where they were: clients ask for presence every minute anyway.
      if (person['is_active'] === true) state[asked] = [...strings(state[asked]), ...keys]
    },
    realm(state, event) {
      const isDisabled = event['data'] === undefined ? undefined : item(event['data'])['presence_disabled']
      if (isDisabled === true) state['presences'] = {}
      if (isDisabled === false) state[asked] = 'all'
    },
  },
  lookUp(state, expected) {
    const there = item(expected['presences'])
    if (state[asked] === 'all') state['presences'] = structuredClone(there)
    else for (const key of strings(state[asked])) if (key in there) item(state['presences'])[key] = there[key]
    Reflect.deleteProperty(state, asked)
  },
  normalize(state) {
    const now = Number(state['server_timestamp'])
    const presences = item(state['presences'] ?? {})
    state['presences'] = Object.fromEntries(
      Object.entries(presences).map(([key, value]) => [key, kindOf(item(value), now)]),
    )
    delete state['presence_last_update_id']
    delete state['server_timestamp']
  },
}

/** Whose presence a client would have to ask for. */
const asked = 'presences_to_ask_for'

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** What somebody's presence goes by, in its two forms. */
function keysOf(state: State, id: unknown): string[] {
  const people = ['realm_users', 'realm_non_active_users'].flatMap((name) => items(state[name]))
  return [String(id), ...people.filter((each) => each['user_id'] === id).map((each) => String(each['email']))]
}

function kindOf(presence: Item, now: number): string {
  if (!('website' in presence)) {
    if (now - Number(presence['active_timestamp'] ?? 0) <= 140) return 'active'
    return now - Number(presence['idle_timestamp']) <= 140 ? 'idle' : 'offline'
  }
  const website = item(presence['website'])
  return now - Number(website['timestamp']) <= 140 ? String(website['status']) : 'offline'
}
