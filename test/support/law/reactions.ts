// Reactions are no part of the state, but who reacts to a message has it from then on.
import type { FeatureRules } from './rules'

export const reactionRules: FeatureRules = {
  apply: {
    reaction(state, event, watcher) {
      if (event.op !== 'add' || event['user_id'] !== watcher.person.id) return
      state['max_message_id'] = Math.max(Number(state['max_message_id']), Number(event['message_id']))
    },
  },
}
