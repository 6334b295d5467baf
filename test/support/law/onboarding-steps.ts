// What onboarding_steps events change.
import type { FeatureRules } from './rules'

export const onboardingStepRules: FeatureRules = {
  apply: {
    onboarding_steps(state, event) {
      state['onboarding_steps'] = event['onboarding_steps']
    },
  },
}
