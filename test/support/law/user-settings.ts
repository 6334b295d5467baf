// What the events of personal settings change, in their new and old forms.
import { item, type Event, type FeatureRules, type State } from './rules'

export const userSettingRules: FeatureRules = {
  apply: {
    user_settings(state, event) {
      setProperty(item(state['user_settings']), event)
      const isOff = event['property'] === 'enable_drafts_synchronization' && event['value'] === false
      if (isOff && 'drafts' in state) state['drafts'] = []
    },
    realm_user_settings_defaults: (state, event) =>
      setProperty(item(state['realm_user_settings_defaults']), event),
    update_display_settings: (state, event) => {
      assertOwn(state, event)
      state[String(event['setting_name'])] = event['setting']
    },
    update_global_notifications: (state, event) => {
      assertOwn(state, event)
      state[String(event['notification_name'])] = event['setting']
    },
  },
}

function assertOwn(state: State, event: Event): void {
  if (event['user'] !== state['email']) throw new Error('Settings of somebody else')
}

function setProperty(settings: State, event: Event): void {
  settings[String(event['property'])] = event['value']
}
