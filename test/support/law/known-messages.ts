// The messages a client knows: the newest, which it fetched, and those it was told of. What events say of them must be true.
import { unknown } from './messages'
import {
  find,
  item,
  items,
  numbers,
  personIn,
  type Event,
  type FeatureRules,
  type Item,
  type State,
} from './rules'

/** How many of the newest messages a client has fetched. */
const fetched = 20

const key = 'known_messages'
/** Whether messages that are not known may be there. */
const forgotten = 'forgot_messages'

/** What is compared; no event tells when a message was moved, which marking a topic as resolved is not. */
const compared =
  `id sender_id sender_full_name sender_email sender_realm_str avatar_url content content_type subject topic_links
  timestamp client is_me_message type stream_id display_recipient recipient_id reactions submessages flags
  last_edit_timestamp`.split(/\s+/)

export const knownMessageRules: FeatureRules = {
  async fetch(state, { person, options }, known) {
    const isModern = 'client_capabilities' in options
    const ids = known && Object.keys(item(known[key])).map(Number)
    const messages: Item = {}
    state[key] = messages
    if (ids?.length === 0) return
    const { body } = await person.get('/messages', {
      ...(ids ? { message_ids: ids } : { anchor: 'newest', num_before: fetched, num_after: 0 }),
      client: options['client'],
      client_gravatar: options['client_gravatar'],
      apply_markdown: isModern,
      allow_empty_topic_name: isModern,
    })
    for (const message of items(body['messages'])) messages[String(message['id'])] = message
  },
  apply: {
    message(state, event) {
      const message = item(event['message'])
      item(state[key])[String(message['id'])] = { ...message, flags: event['flags'] }
    },
    delete_message(state, event) {
      const single = event['message_id']
      const ids = single === undefined ? numbers(event['message_ids']) : [Number(single)]
      for (const id of ids) {
        assertPlace(known(state, id), event)
        Reflect.deleteProperty(item(state[key]), String(id))
      }
    },
    update_message(state, event) {
      if (event['rendering_only'] === true) return renderAnew(known(state, event['message_id']), event)
      assertSensible(state, event)
      for (const id of numbers(event['message_ids'])) move(state, known(state, id), event)
      edit(known(state, event['message_id']), event)
    },
    update_message_flags(state, event) {
      const isAll = event['all'] === true
      const ids = isAll ? Object.keys(item(state[key])) : numbers(event['messages'])
      for (const id of ids) setFlag(known(state, id), String(event['flag']), event.op === 'add')
    },
    reaction: (state, event) => react(known(state, event['message_id']), event),
    submessage(state, event) {
      const message = known(state, event['message_id'])
      const { id: _, type: __, submessage_id, ...step } = event
      if (message) message['submessages'] = [...items(message['submessages']), { ...step, id: submessage_id }]
    },
    subscription(state, event) {
      if (event.op !== 'remove') return
      for (const { stream_id: id } of items(event['subscriptions'])) if (!isOpen(state, id)) forget(state, id)
    },
    stream(state, event) {
      if (event.op === 'delete') for (const id of numbers(event['stream_ids'])) forget(state, id)
      if (event['property'] === 'invite_only') forget(state, event['stream_id'])
      // Links have the names that channels have now, as mentions have those of people.
      if (event['property'] === 'name') forgetAll(state)
    },
    realm_linkifiers(state) {
      forgetAll(state)
    },
    realm_user(state, event) {
      const person = item(event['person'])
      const isOwnRole = person['role'] !== undefined && person['user_id'] === state['user_id']
      const isShown = ['full_name', 'new_email', 'avatar_url'].some((name) => name in person)
      if (isOwnRole || isShown || event.op !== 'update') forgetAll(state)
    },
  },
  lookUp(state, expected) {
    for (const [id, message] of Object.entries(item(state[key]))) {
      const there = item(expected[key])[id]
      if (item(message)['recipient_id'] === unknown)
        item(message)['recipient_id'] = there && item(there)['recipient_id']
    }
  },
  normalize(state) {
    Reflect.deleteProperty(state, forgotten)
    const messages = Object.values(item(state[key])).map((message) => shown(item(message)))
    state[key] = Object.fromEntries(messages.map((message) => [message['id'], message]))
  },
}

/** The message as a client has it; undefined if it may well not have it. @throws if it can't have heard of it. */
export function messageIn(state: State, id: unknown): Item | undefined {
  const message = known(state, id)
  const isSure = state[forgotten] !== true && Object.keys(item(state[key])).length < fetched
  if (!message && isSure) throw new Error(`Message ${String(id)} is not known`)
  return message
}

function forgetAll(state: State): void {
  state[key] = {}
  state[forgotten] = true
}

function known(state: State, id: unknown): Item | undefined {
  const message = item(state[key])[String(id)]
  return message === undefined ? undefined : item(message)
}

/** Where the deleted message is said to have been. */
function assertPlace(message: Item | undefined, event: Event): void {
  if (!message) return
  const isThere =
    message['type'] === event['message_type'] &&
    message['stream_id'] === event['stream_id'] &&
    (event['topic'] === undefined || isSameTopic(message['subject'], event['topic']))
  if (!isThere) throw new Error('What was deleted was elsewhere')
}

function isSameTopic(a: unknown, b: unknown): boolean {
  return String(a).normalize('NFKC').toLowerCase() === String(b).normalize('NFKC').toLowerCase()
}

/** What an update says beside what it changes. */
function assertSensible(state: State, event: Event): void {
  personIn(state, event['user_id'])
  const { stream_name: name, orig_subject: topic, propagate_mode: mode } = event
  if (name !== undefined && channelName(state, event['stream_id']) !== name)
    throw new Error('Not its channel')
  if (topic === undefined) return
  if (!['change_one', 'change_later', 'change_all'].includes(String(mode))) throw new Error('Moved in no way')
  const message = known(state, event['message_id'])
  // A client that fetches it right after it was moved has it where it is going already.
  const places = [topic, event['subject'] ?? topic]
  if (message && !places.some((each) => isSameTopic(message['subject'], each)))
    throw new Error('What was moved was elsewhere')
}

function channelName(state: State, id: unknown): unknown {
  return find(items(state['streams']), 'stream_id', id)['name']
}

function move(state: State, message: Item | undefined, event: Event): void {
  if (!message) return
  if (event['new_stream_id'] !== undefined) {
    message['stream_id'] = event['new_stream_id']
    message['display_recipient'] = channelName(state, event['new_stream_id'])
    message['recipient_id'] = unknown
  }
  message['subject'] = event['subject'] ?? message['subject']
  message['topic_links'] = event['topic_links'] ?? message['topic_links']
}

function edit(message: Item | undefined, event: Event): void {
  if (!message) return
  message['flags'] = event['flags']
  if (event['content'] === undefined) return
  const isHtml = message['content_type'] === 'text/html'
  const before = event[isHtml ? 'orig_rendered_content' : 'orig_content']
  if (message['content'] !== before) throw new Error('What was edited was not what the client has')
  message['content'] = event[isHtml ? 'rendered_content' : 'content']
  message['is_me_message'] = event['is_me_message']
  message['last_edit_timestamp'] = event['edit_timestamp']
}

/** Nobody did anything: the message has other HTML, and is what it was in all else. */
function renderAnew(message: Item | undefined, event: Event): void {
  const { user_id: editor, message_id: id, message_ids: ids, content, rendered_content: html } = event
  const isPlain = editor === null && numbers(ids).join() === String(id) && !('orig_content' in event)
  if (!isPlain || event['is_me_message'] !== undefined) throw new Error('More is new than how it is rendered')
  if (!message) return
  if (lastingFlags(message).join() !== lastingFlags(event).join()) throw new Error('Its flags changed')
  if (message['content_type'] === 'text/html') message['content'] = html
  else if (message['content'] !== content) throw new Error('It says something else')
}

function setFlag(message: Item | undefined, flag: string, isOn: boolean): void {
  if (!message) return
  const others = flagsOf(message).filter((each) => each !== flag)
  message['flags'] = isOn ? [...others, flag] : others
}

function flagsOf(message: Item): string[] {
  return Array.isArray(message['flags']) ? message['flags'].map(String) : []
}

/** Moving changes what was received without a word. */
function lastingFlags(message: Item): string[] {
  const flags = flagsOf(message).filter((flag) => flag !== 'historical')
  return flags.toSorted()
}

function react(message: Item | undefined, event: Event): void {
  if (!message) return
  const { emoji_name, emoji_code, reaction_type, user_id } = event
  const reaction = { emoji_name, emoji_code, reaction_type, user_id }
  const isSame = (each: Item) => Bun.deepEquals(reactionOf(each), reaction)
  const reactions = items(message['reactions'])
  const isThere = reactions.some(isSame)
  if (isThere === (event.op === 'add'))
    throw new Error(`A reaction is there, or not, before its ${String(event.op)}`)
  message['reactions'] = isThere ? reactions.filter((each) => !isSame(each)) : [...reactions, reaction]
}

function reactionOf({ emoji_name, emoji_code, reaction_type, user_id }: Item): Item {
  return { emoji_name, emoji_code, reaction_type, user_id }
}

/** Whether a person reads the channel without being in it. */
function isOpen(state: State, channelId: unknown): boolean {
  const channels = ['subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((name) => items(state[name]))
  return state['is_guest'] !== true && find(channels, 'stream_id', channelId)['invite_only'] === false
}

/** Of what one can't read any more, one is told nothing more. */
function forget(state: State, channelId: unknown): void {
  const messages = item(state[key])
  for (const [id, message] of Object.entries(messages)) {
    if (item(message)['stream_id'] !== channelId) continue
    Reflect.deleteProperty(messages, id)
    state[forgotten] = true
  }
}

function shown(message: Item): Item {
  const reactions = items(message['reactions']).map(reactionOf)
  const whole: Item = { ...message, flags: lastingFlags(message), reactions }
  // Which links a topic makes only those know who know URL templates.
  if (message['content_type'] !== 'text/html') delete whole['topic_links']
  return Object.fromEntries(compared.filter((name) => name in whole).map((name) => [name, whole[name]]))
}
