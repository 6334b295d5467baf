// What presence events change, and who of all is there: how long ago people were seen changes without events.
import { item, personIn, type FeatureRules, type Item } from './rules'

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

function kindOf(presence: Item, now: number): string {
  if (!('website' in presence)) {
    if (now - Number(presence['active_timestamp'] ?? 0) <= 140) return 'active'
    return now - Number(presence['idle_timestamp']) <= 140 ? 'idle' : 'offline'
  }
  const website = item(presence['website'])
  return now - Number(website['timestamp']) <= 140 ? String(website['status']) : 'offline'
}
