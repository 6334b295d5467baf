// Messages that are known: those that were fetched, and those that events brought. What events say of them is in message-changes.ts.
import type { IdMap } from './id-map'
import { isEqual } from './records'
import {
  either,
  isBoolean,
  isFields,
  isNumber,
  isText,
  isTexts,
  list,
  nullable,
  oneOf,
  optional,
  shape,
  type Checked,
} from './shapes'

const reaction = {
  emoji_name: isText,
  emoji_code: isText,
  reaction_type: isText,
  user_id: isNumber,
}
export const isReaction = shape(reaction)
export type Reaction = Checked<typeof isReaction>

/** A step of a widget, such as a vote in a poll. */
export const isSubmessage = shape({
  id: isNumber,
  message_id: isNumber,
  sender_id: isNumber,
  msg_type: isText,
  content: isText,
})
export type Submessage = Checked<typeof isSubmessage>

export const isTopicLinks = list(shape({ text: isText, url: isText }))

const message = {
  id: isNumber,
  type: oneOf('stream', 'private'),
  sender_id: isNumber,
  /** As they were when the message was fetched: `users` has what holds now. */
  sender_full_name: isText,
  sender_email: isText,
  avatar_url: nullable(isText),
  client: isText,
  /** HTML. */
  content: isText,
  is_me_message: isBoolean,
  /** Of a channel message; `channels` has what the channel is called now. */
  stream_id: optional(isNumber),
  /** The topic; empty for direct messages. */
  subject: isText,
  /** A channel's name, or everybody in a direct conversation, oneself too. */
  display_recipient: either(isText, list(shape({ id: isNumber, full_name: isText, email: isText }))),
  topic_links: isTopicLinks,
  timestamp: isNumber,
  last_edit_timestamp: optional(isNumber),
  last_moved_timestamp: optional(isNumber),
  reactions: list(isReaction),
  submessages: list(isSubmessage),
  /** One's own, such as `read` and `starred` (contract 2.2). */
  flags: isTexts,
}
export const isMessage = shape(message)

/** A message, with its HTML, under the names of the message object (contract 2.2). */
export type Message = Checked<typeof isMessage>

export type Messages = IdMap<Message>

/** The message that an event brings, with the flags beside it; undefined if it is none. */
export function messageIn(value: unknown, flags: unknown): Message | undefined {
  if (!isFields(value)) return undefined
  const whole = { ...value, flags: isTexts(flags) ? flags : [] }
  return isMessage(whole) ? whole : undefined
}

/** With messages that were fetched; those that are known already are as they were fetched last. */
export function messagesWith(messages: Messages, fetched: readonly Message[]): Messages {
  const news = fetched.filter((each) => !isEqual(messages.get(each.id), each))
  return messages.withAll(news.map((each) => [each.id, each]))
}

/**
 * Without the oldest messages where there are more than so many.
 * @param needed whose messages stay in any case, such as what is on the screen
 */
export function messagesWithin(messages: Messages, atMost: number, needed: ReadonlySet<number>): Messages {
  let excess = messages.size - atMost
  if (excess <= 0) return messages
  const gone: number[] = []
  for (const id of messages.keys()) {
    if (excess === 0) break
    if (needed.has(id)) continue
    gone.push(id)
    excess--
  }
  return messages.withoutAll(gone)
}
