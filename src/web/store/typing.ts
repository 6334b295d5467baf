// Who is typing where. Nobody says when they have gone: it is over after a while, by the clock of whoever asks.
import { directKey } from './conversations'
import type { ServerEvent } from './events'
import { isFields, isNumber, isNumbers, isText, listOf, orElse, shape } from './shapes'
import { topicKey } from './topic-names'

/** By place (`typingIn`), when each person there was last said to be typing, in milliseconds, by user ID. */
export type Typing = ReadonlyMap<string, ReadonlyMap<number, number>>

export const nobodyTypes: Typing = new Map()

/** Longer ago than this, in milliseconds, nothing is kept (`server_typing_started_expiry_period_milliseconds` decides what is shown). */
const keptFor = 60_000

const isPerson = shape({ user_id: isNumber })

/** `typing`, `typing_edit_message`; and that somebody has sent what they typed. @param now milliseconds, of any clock */
export function typingAfter(typing: Typing, event: ServerEvent, me: number, now: number): Typing {
  const { type, op } = event
  if (type === 'message') return sent(typing, event['message'], me)
  if (type !== 'typing' && type !== 'typing_edit_message') return typing
  const sender = isPerson(event['sender']) ? event['sender'].user_id : event['sender_id']
  const place = type === 'typing' ? placeOfTyping(event, me) : placeOfEdit(event['message_id'])
  if (!isNumber(sender) || sender === me || place === undefined) return typing
  return op === 'start' ? withTypist(typing, place, sender, now) : withoutTypist(typing, place, sender)
}

/** Who types there now. @param forMilliseconds how long what was said holds */
export function typistsIn(typing: Typing, place: string, now: number, forMilliseconds: number): number[] {
  const people = [...(typing.get(place) ?? [])]
  return people.filter(([, since]) => now - since < forMilliseconds).map(([id]) => id)
}

export function placeOfTopic(channelId: number, topic: string): string {
  return `topic ${channelId} ${topicKey(topic)}`
}

/** @param ids of the people, with or without oneself */
export function placeOfDirect(ids: Iterable<number>, me: number): string {
  return `direct ${directKey(ids, me)}`
}

/** Where the text of a message is being changed. */
export function placeOfEdit(messageId: unknown): string {
  return `edit ${String(messageId)}`
}

function placeOfTyping({ stream_id, topic, recipients }: ServerEvent, me: number): string | undefined {
  if (isNumber(stream_id)) return isText(topic) ? placeOfTopic(stream_id, topic) : undefined
  return placeOfDirect(
    listOf(isPerson, recipients).map(({ user_id }) => user_id),
    me,
  )
}

function sent(typing: Typing, message: unknown, me: number): Typing {
  if (typing.size === 0 || !isFields(message) || !isNumber(message['sender_id'])) return typing
  const { sender_id: sender, stream_id, subject, display_recipient: people } = message
  const ids = listOf(shape({ id: isNumber }), people).map(({ id }) => id)
  const place = isNumber(stream_id)
    ? placeOfTopic(stream_id, orElse(isText, subject, ''))
    : placeOfDirect(orElse(isNumbers, ids, []), me)
  return isNumber(sender) ? withoutTypist(typing, place, sender) : typing
}

function withTypist(typing: Typing, place: string, id: number, now: number): Typing {
  const all = new Map<string, ReadonlyMap<number, number>>()
  for (const [key, people] of typing) {
    const left = [...people].filter(([, since]) => now - since < keptFor)
    if (left.length > 0) all.set(key, left.length === people.size ? people : new Map(left))
  }
  return all.set(place, new Map(all.get(place)).set(id, now))
}

function withoutTypist(typing: Typing, place: string, id: number): Typing {
  const people = typing.get(place)
  if (!people?.has(id)) return typing
  const left = new Map([...people].filter(([each]) => each !== id))
  const all = new Map(typing)
  if (left.size === 0) all.delete(place)
  else all.set(place, left)
  return all
}
