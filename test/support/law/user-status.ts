// What user_status events change.
import { item, type FeatureRules } from './rules'

export const userStatusRules: FeatureRules = {
  apply: {
    user_status(state, event) {
      const all = item(state['user_status'])
      const { id: _, type: __, user_id: userId, ...changes } = event
      const known = item(all[String(userId)] ?? {})
      const status = Object.fromEntries(
        Object.entries({ ...known, ...changes }).filter(([, value]) => value !== '' && value !== false),
      )
      if (status['emoji_name'] === undefined) delete status['reaction_type']
      if (Object.keys(status).length > 0) all[String(userId)] = status
      else Reflect.deleteProperty(all, String(userId))
    },
  },
}
