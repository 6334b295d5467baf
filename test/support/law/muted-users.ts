// What muted_users events change.
import type { FeatureRules } from './rules'

export const mutedUserRules: FeatureRules = {
  apply: {
    muted_users(state, event) {
      state['muted_users'] = event['muted_users']
    },
  },
}
