// Who reacts to a message has it from then on. What reactions a message has is told in known-messages.ts.
import { item, personIn, type FeatureRules } from './rules'

export const reactionRules: FeatureRules = {
  apply: {
    reaction(state, event, watcher) {
      const { user_id, email, full_name, is_mirror_dummy } = item(event['user'])
      const person = personIn(state, user_id) ?? { email, full_name }
      const isRight =
        person['email'] === email && person['full_name'] === full_name && is_mirror_dummy === false
      if (!isRight || event['user_id'] !== user_id) throw new Error('Somebody else reacts')
      if (event.op !== 'add' || event['user_id'] !== watcher.person.id) return
      const id = Number(event['message_id'])
      if (Number(state['max_message_id']) < id) state['max_message_id'] = id
    },
  },
}
