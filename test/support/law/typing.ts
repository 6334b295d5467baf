// Who is typing is no part of the state, but where and who must be known to it.
import { messageIn } from './known-messages'
import { find, item, items, numbers, personIn, type Event, type FeatureRules, type State } from './rules'

export const typingRules: FeatureRules = {
  apply: {
    typing(state, event, { person }) {
      assertOp(event)
      const sender = item(event['sender'])
      assertKnown(state, sender)
      if (event['message_type'] === 'stream') return assertChannel(state, event['stream_id'])
      if (event['message_type'] !== 'direct') throw new Error('Typing neither in a channel nor directly')
      const recipients = items(event['recipients'])
      for (const each of recipients) assertKnown(state, each)
      const ids = recipients.map((each) => each['user_id'])
      if (!ids.includes(person.id) || !ids.includes(sender['user_id'])) throw new Error('Typing to others')
    },
    typing_edit_message(state, event, { person }) {
      assertOp(event)
      personIn(state, event['sender_id'])
      const message = messageIn(state, event['message_id'])
      const recipient = item(event['recipient'])
      if (recipient['type'] === 'channel') {
        if (message && recipient['topic'] !== message['subject']) throw new Error('Typing in another topic')
        return assertChannel(state, recipient['channel_id'])
      }
      if (recipient['type'] !== 'direct') throw new Error('Typing neither in a channel nor directly')
      for (const id of numbers(recipient['user_ids'])) personIn(state, id)
      if (!numbers(recipient['user_ids']).includes(person.id)) throw new Error('Typing to others')
    },
  },
}

function assertOp({ op }: Event): void {
  if (op !== 'start' && op !== 'stop') throw new Error(`Typing ${String(op)}`)
}

function assertKnown(state: State, { user_id, email }: Record<string, unknown>): void {
  if ((personIn(state, user_id)?.['email'] ?? email) !== email) throw new Error('Typing from another address')
}

function assertChannel(state: State, id: unknown): void {
  find(items(state['streams']), 'stream_id', id)
}
