// What events say of messages that are known: new ones, edits and moves, flags, reactions, steps of widgets, deletions.
import type { Channels } from './channels'
import type { ServerEvent } from './events'
import { isReaction, isSubmessage, isTopicLinks, messageIn, type Message, type Messages } from './messages'
import { changed, isEqual } from './records'
import { isBoolean, isNumber, isNumbers, isText, isTexts, orElse } from './shapes'
import { unresolved } from './topic-names'

/** The messages after an event. @param channels by which a message that was moved is told where it is */
export function messagesAfter(messages: Messages, event: ServerEvent, channels: Channels): Messages {
  switch (event.type) {
    case 'message': {
      const message = messageIn(event['message'], event['flags'])
      return message ? messages.with(message.id, message) : messages
    }
    case 'update_message':
      return event['rendering_only'] === true
        ? withChange(messages, event['message_id'], (message) => rendered(message, event))
        : updated(messages, event, channels)
    case 'delete_message':
      return messages.withoutAll(idsOf(event))
    case 'update_message_flags':
      return flagged(messages, event)
    case 'reaction':
      return withChange(messages, event['message_id'], (message) => reacted(message, event))
    case 'stream':
      return event['op'] === 'delete' ? withoutChannels(messages, event['stream_ids']) : messages
    case 'submessage':
      return withChange(messages, event['message_id'], (message) => stepped(message, event))
    default:
      return messages
  }
}

/** Of a channel that is out of sight nothing is kept: what becomes of its messages is not told. */
function withoutChannels(messages: Messages, ids: unknown): Messages {
  const gone = new Set(orElse(isNumbers, ids, []))
  const theirs = [...messages.values()].filter(({ stream_id: id }) => id !== undefined && gone.has(id))
  return messages.withoutAll(theirs.map(({ id }) => id))
}

/** The messages that a deletion names. */
export function idsOf({ message_ids, message_id }: ServerEvent): readonly number[] {
  return isNumber(message_id) ? [message_id] : orElse(isNumbers, message_ids, [])
}

function withChange(messages: Messages, id: unknown, change: (message: Message) => Message): Messages {
  const message = isNumber(id) ? messages.get(id) : undefined
  return message ? messages.with(message.id, change(message)) : messages
}

/** Nobody did anything: it has other HTML. */
function rendered(message: Message, { rendered_content: html }: ServerEvent): Message {
  return isText(html) ? changed(message, { content: html }) : message
}

/** Many may have moved; one of them may have another text, too. */
function updated(messages: Messages, event: ServerEvent, channels: Channels): Messages {
  const moved = orElse(isNumbers, event['message_ids'], []).flatMap((id): [number, Message][] => {
    const message = messages.get(id)
    return message ? [[id, movedTo(message, event, channels)]] : []
  })
  return withChange(messages.withAll(moved), event['message_id'], (message) => edited(message, event))
}

function movedTo(message: Message, event: ServerEvent, channels: Channels): Message {
  const { new_stream_id: channelId, subject: topic, topic_links, edit_timestamp: at } = event
  if (!isNumber(channelId) && !isText(topic)) return message
  const isResolving =
    !isNumber(channelId) && isText(topic) && unresolved(topic) === unresolved(message.subject)
  return changed(message, {
    ...(isText(topic) ? { subject: topic } : {}),
    ...(isTopicLinks(topic_links) ? { topic_links } : {}),
    ...(isNumber(channelId)
      ? {
          stream_id: channelId,
          display_recipient: channels.get(channelId)?.name ?? message.display_recipient,
        }
      : {}),
    ...(isNumber(at) && !isResolving ? { last_moved_timestamp: at } : {}),
  })
}

function edited(message: Message, event: ServerEvent): Message {
  const { rendered_content: html, is_me_message, edit_timestamp, flags } = event
  return changed(message, {
    ...(isTexts(flags) ? { flags } : {}),
    ...(isText(html) ? { content: html } : {}),
    ...(isText(html) && isBoolean(is_me_message) ? { is_me_message } : {}),
    ...(isText(html) && isNumber(edit_timestamp) ? { last_edit_timestamp: edit_timestamp } : {}),
  })
}

function flagged(messages: Messages, { op, flag, messages: ids, all }: ServerEvent): Messages {
  if (!isText(flag)) return messages
  const changes: [number, Message][] = []
  for (const id of all === true ? messages.keys() : orElse(isNumbers, ids, [])) {
    const message = messages.get(id)
    if (!message || message.flags.includes(flag) === (op === 'add')) continue
    const others = message.flags.filter((each) => each !== flag)
    changes.push([id, { ...message, flags: op === 'add' ? [...others, flag] : others }])
  }
  return messages.withAll(changes)
}

function reacted(message: Message, event: ServerEvent): Message {
  const { op, emoji_name, emoji_code, reaction_type, user_id } = event
  const reaction = { emoji_name, emoji_code, reaction_type, user_id }
  if (!isReaction(reaction)) return message
  const others = message.reactions.filter(
    (each) =>
      each.user_id !== user_id || each.emoji_code !== emoji_code || each.reaction_type !== reaction_type,
  )
  const isThere = others.length < message.reactions.length
  if (isThere === (op === 'add')) return message
  return { ...message, reactions: op === 'add' ? [...others, reaction] : others }
}

function stepped(message: Message, event: ServerEvent): Message {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event
  const step = { id, message_id, sender_id, msg_type, content }
  if (!isSubmessage(step) || message.submessages.some((each) => isEqual(each.id, step.id))) return message
  return { ...message, submessages: [...message.submessages, step] }
}
