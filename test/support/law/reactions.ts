// Reactions are no part of the state, but who reacts to a message has it from then on.
import type { FeatureRules } from './rules'

export const reactionRules: FeatureRules = {
  apply: {
    reaction(state, event, watcher) {
      if (event.op !== 'add' || event['user_id'] !== watcher.person.id) return
      const id = Number(event['message_id'])
      if (Number(state['max_message_id']) < id) state['max_message_id'] = id
    },
  },
}
