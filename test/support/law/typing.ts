// Who is typing is no part of the state.
import type { FeatureRules } from './rules'

export const typingRules: FeatureRules = {
  apply: { typing: () => {}, typing_edit_message: () => {} },
}
