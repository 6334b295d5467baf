// The queue's own events and fields.
import type { FeatureRules } from './rules'

export const eventRules: FeatureRules = {
  apply: {
    heartbeat: () => {},
    restart(state, { id: _id, type: _type, ...facts }) {
      Object.assign(state, facts)
    },
    web_reload_client: () => {},
  },
  normalize(state) {
    delete state['queue_id']
  },
}
