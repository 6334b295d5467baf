// What a client knows of messages: those it fetched or was told of, brought up to date by events. All of it must be true.
import { expect } from 'bun:test'
import type { Client } from './client'
import { eventsOf, register } from './law'
import { item, items, numbers, type Event, type Item, type State } from './law/rules'

const view = { allow_empty_topic_name: true, apply_markdown: false }

export class KnownMessages {
  readonly #messages = new Map<number, Item>()

  private constructor(
    readonly person: Client,
    readonly state: State,
  ) {}

  /** A client that registers, and then fetches the newest messages of these channels. */
  static async of(person: Client, channelIds: readonly number[] = []): Promise<KnownMessages> {
    const client_capabilities = { empty_topic_name: true, bulk_message_deletion: true }
    const known = new KnownMessages(person, await register(person, { client_capabilities }))
    for (const operand of channelIds) {
      const narrow = [{ operator: 'channel', operand }]
      const range = { anchor: 'newest', num_before: 1000, num_after: 0, narrow }
      const { body } = await person.get('/messages', { ...range, ...view })
      // Not everybody may see every channel.
      const messages = body['result'] === 'success' ? items(body['messages']) : []
      for (const message of messages) known.#messages.set(Number(message['id']), message)
    }
    return known
  }

  /** Takes in the events there are, and holds every known message against the server's answer. Ends the queue. */
  async areTrue(): Promise<void> {
    for (const event of await eventsOf(this)) this.#apply(event)
    for (const [id, known] of this.#messages) {
      const { body } = await this.person.get(`/messages/${id}`, view)
      const { email } = this.person
      expect({ email, id, ...shown(known) }).toEqual({ email, id, ...shown(item(body['message'] ?? {})) })
    }
    await this.person.delete('/events', { queue_id: this.state['queue_id'] })
  }

  #apply(event: Event): void {
    const known = this.#messages.get(Number(event['message_id']))
    switch (event.type) {
      case 'message': {
        const sent = item(event['message'])
        this.#messages.set(Number(sent['id']), { ...sent, flags: event['flags'] })
        break
      }
      case 'delete_message': {
        for (const id of numbers(event['message_ids'])) this.#messages.delete(id)
        break
      }
      case 'update_message': {
        this.#update(event)
        break
      }
      case 'update_message_flags': {
        const ids = event['all'] === true ? [...this.#messages.keys()] : numbers(event['messages'])
        for (const id of ids) this.#flag(id, String(event['flag']), event.op === 'add')
        break
      }
      case 'reaction': {
        if (known) react(known, event)
        break
      }
      case 'submessage': {
        if (!known) break
        const { message_id, sender_id, msg_type, content, submessage_id: id } = event
        const step = { id, message_id, sender_id, msg_type, content }
        known['submessages'] = [...items(known['submessages']), step]
        break
      }
      case 'subscription': {
        if (event.op === 'remove') this.#leave(items(event['subscriptions']))
        break
      }
      case 'stream': {
        if (event.op === 'delete') for (const id of numbers(event['stream_ids'])) this.#forget(id)
        break
      }
    }
  }

  #update(event: Event): void {
    for (const id of numbers(event['message_ids'])) {
      const known = this.#messages.get(id)
      if (!known) continue
      known['stream_id'] = event['new_stream_id'] ?? known['stream_id']
      known['subject'] = event['subject'] ?? known['subject']
      if (id !== event['message_id']) continue
      known['content'] = event['content'] ?? known['content']
      known['flags'] = event['flags']
    }
  }

  #flag(id: number, flag: string, isOn: boolean): void {
    const known = this.#messages.get(id)
    if (!known) return
    const others = flagsOf(known).filter((each) => each !== flag)
    known['flags'] = isOn ? [...others, flag] : others
  }

  /** Whoever leaves a channel that is not open to them reads it no longer, and is told nothing more of its messages. */
  #leave(channels: readonly Item[]): void {
    const lists = ['subscriptions', 'unsubscribed', 'never_subscribed']
    const all = lists.flatMap((name) => items(this.state[name]))
    for (const { stream_id: id } of channels) {
      const channel = all.find((each) => each['stream_id'] === id)
      if (channel?.['invite_only'] === true || this.state['is_guest'] === true) this.#forget(id)
    }
  }

  #forget(channelId: unknown): void {
    for (const [id, message] of this.#messages) {
      if (message['stream_id'] === channelId) this.#messages.delete(id)
    }
  }
}

function react(message: Item, event: Event): void {
  const { emoji_name, emoji_code, reaction_type, user_id } = event
  const others = items(message['reactions']).filter(
    (each) => each['emoji_name'] !== emoji_name || each['user_id'] !== user_id,
  )
  const reaction = { emoji_name, emoji_code, reaction_type, user_id }
  message['reactions'] = event.op === 'add' ? [...others, reaction] : others
}

function flagsOf(message: Item): string[] {
  return Array.isArray(message['flags']) ? message['flags'].map(String) : []
}

function shown(message: Item) {
  const { content, subject, stream_id, reactions, submessages } = message
  // Moving changes what was received without a word.
  const flags = flagsOf(message)
    .filter((flag) => flag !== 'historical')
    .toSorted()
  return { content, subject, stream_id, reactions, submessages, flags }
}
