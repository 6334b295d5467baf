// The queue's own events and fields.
import type { FeatureRules } from './rules'

export const eventRules: FeatureRules = {
  apply: { heartbeat: () => {} },
  normalize(state) {
    delete state['queue_id']
  },
}
