// What push_device events change.
import { item, type FeatureRules } from './rules'

export const pushDeviceRules: FeatureRules = {
  apply: {
    push_device(state, event) {
      const { status, error_code } = event
      item(state['push_devices'])[String(event['push_account_id'])] = { status, error_code }
    },
  },
}
