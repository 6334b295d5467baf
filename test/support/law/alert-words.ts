// What alert_words events change.
import type { FeatureRules } from './rules'

export const alertWordRules: FeatureRules = {
  apply: {
    alert_words(state, event) {
      state['alert_words'] = event['alert_words']
    },
  },
}
