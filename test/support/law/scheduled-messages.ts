// What scheduled_messages events change.
import { find, item, items, removeWhere, type FeatureRules } from './rules'

const key = 'scheduled_message_id'

export const scheduledMessageRules: FeatureRules = {
  apply: {
    scheduled_messages(state, event) {
      const messages = items(state['scheduled_messages'])
      if (event.op === 'add') messages.push(...items(event['scheduled_messages']))
      if (event.op === 'remove') removeWhere(messages, key, event[key])
      if (event.op === 'update') {
        const message = item(event['scheduled_message'])
        removeWhere(messages, key, find(messages, key, message[key])[key])
        messages.push(message)
      }
    },
  },
  normalize(state) {
    for (const name of ['scheduled_messages']) {
      const list = state[name]
      if (Array.isArray(list)) list.sort((a, b) => Number(item(a)[key]) - Number(item(b)[key]))
    }
  },
}
