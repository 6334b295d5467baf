// Submessages are no part of the state.
import type { FeatureRules } from './rules'

export const submessageRules: FeatureRules = { apply: { submessage: () => {} } }
