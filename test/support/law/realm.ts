// What realm events change.
import { item, items, numbers, type FeatureRules, type State } from './rules'

export const realmRules: FeatureRules = {
  apply: {
    realm(state, event) {
      if (event.op !== 'update_dict') return
      if (!/^(default|icon|logo|night_logo)$/.test(String(event['property']))) throw new Error('No settings')
      for (const [name, value] of Object.entries(item(event['data']))) state[`realm_${name}`] = value
      const { realm_message_edit_history_visibility_policy: policy, realm_jitsi_server_url: jitsi } = state
      state['realm_allow_edit_history'] = policy !== 'none'
      state['jitsi_server_url'] = jitsi ?? ''
    },
  },
  normalize(state) {
    // The old numbers for permissions, which are read once at the start.
    for (const name of Object.keys(state)) {
      if (/^realm_(create_.*stream|wildcard_mention)_policy$/.test(name)) Reflect.deleteProperty(state, name)
    }
    dropDeactivated(state)
  },
}

/** Clients take deactivated people out of all groups, unnamed ones too, that have permissions of channels among them. */
function dropDeactivated(state: State): void {
  const gone = items(state['realm_non_active_users'] ?? []).map((user) => user['user_id'])
  const lists = ['realm_user_groups', 'streams', 'subscriptions', 'unsubscribed', 'never_subscribed']
  for (const holder of [state, ...lists.flatMap((name) => items(state[name] ?? []))]) {
    for (const value of Object.values(holder)) {
      if (typeof value !== 'object' || value === null || !('direct_members' in value)) continue
      for (const key of ['direct_members', 'direct_member_ids']) {
        item(value)[key] = numbers(item(value)[key]).filter((id) => !gone.includes(id))
      }
    }
  }
}
