// What an event may change about which messages a narrow has. Pure, no DOM.
import type { Term } from '../addresses/narrow'
import type { Conversation } from '../store/conversations'
import type { ServerEvent } from '../store/events'
import {
  isFields,
  isNumber,
  isNumbers,
  isText,
  listOf,
  optional,
  orElse,
  shape,
  type Fields,
} from '../store/shapes'
import type { State } from '../store/state'
import { topicKey } from '../store/topic-names'
import { channelIn, conversationIn, movedTo } from './terms'

export type Change =
  | { readonly kind: 'nothing' }
  /** These may match, or not any more. */
  | { readonly kind: 'messages'; readonly ids: readonly number[] }
  /** The conversation has moved, and its reader with it. */
  | { readonly kind: 'elsewhere'; readonly terms: readonly Term[] }
  /** Anything may match now. */
  | { readonly kind: 'unsure' }

const nothing: Change = { kind: 'nothing' }
const unsure: Change = { kind: 'unsure' }

/** @param reading the message that the reader is at */
export function changeOf(
  event: ServerEvent,
  terms: readonly Term[],
  reading: number | undefined,
  state: State,
): Change {
  switch (event.type) {
    case 'message':
      return messages(isFields(event['message']) ? [event['message']['id']] : [])
    case 'update_message':
      return moved(event, terms, reading, state) ?? updated(event)
    case 'update_message_flags':
      return flagged(event, terms)
    case 'reaction':
      return has(terms, 'has', 'reaction') ? messages([event['message_id']]) : nothing
    case 'user_topic':
      return dependsOnSight(terms) ? unsure : nothing
    case 'subscription':
      return subscribed(event, terms, state)
    case 'stream':
      return event['op'] === 'delete' && isAbout(terms, event['stream_ids'], state) ? unsure : nothing
    default:
      return nothing
  }
}

function messages(ids: readonly unknown[]): Change {
  const numbers = [...new Set(ids.filter(isNumber))]
  return numbers.length === 0 ? nothing : { kind: 'messages', ids: numbers }
}

function updated(event: ServerEvent): Change {
  if (event['rendering_only'] === true) return nothing
  return messages([...orElse(isNumbers, event['message_ids'], []), event['message_id']])
}

const isMove = shape({
  stream_id: isNumber,
  message_ids: isNumbers,
  orig_subject: isText,
  subject: optional(isText),
  new_stream_id: optional(isNumber),
  propagate_mode: isText,
})

/** Whoever reads a topic goes along when all of it moves, or the part that they are reading; a single message goes alone. */
function moved(
  event: Fields,
  terms: readonly Term[],
  reading: number | undefined,
  state: State,
): Change | undefined {
  const place = conversationIn(terms, state)
  if (!isMove(event) || place?.type !== 'stream') return undefined
  const { stream_id, message_ids, orig_subject, subject, new_stream_id, propagate_mode } = event
  const isHere = stream_id === place.stream_id && topicKey(orig_subject) === topicKey(place.topic)
  const goesAlong = reading !== undefined && message_ids.includes(reading) && propagate_mode !== 'change_one'
  if (!isHere || !goesAlong) return undefined
  const to: Conversation = {
    type: 'stream',
    stream_id: new_stream_id ?? stream_id,
    topic: subject ?? orig_subject,
  }
  return { kind: 'elsewhere', terms: movedTo(terms, to) }
}

/** What is read stays where it was shown as unread, until that is opened anew. */
function flagged({ flag, op, messages: ids, all }: ServerEvent, terms: readonly Term[]): Change {
  if (flag === 'read' && op === 'remove' && has(terms, 'is', 'unread')) return messages(idList(ids))
  if (flag !== 'starred' || !has(terms, 'is', 'starred')) return nothing
  return all === true ? unsure : messages(idList(ids))
}

function idList(ids: unknown): readonly number[] {
  return orElse(isNumbers, ids, [])
}

const isSubscription = shape({ stream_id: isNumber })

function subscribed(event: ServerEvent, terms: readonly Term[], state: State): Change {
  if (event['op'] === 'update')
    return event['property'] === 'is_muted' && dependsOnSight(terms) ? unsure : nothing
  if (event['op'] !== 'add' && event['op'] !== 'remove') return nothing
  const ids = listOf(isSubscription, event['subscriptions']).map(({ stream_id }) => stream_id)
  return isAbout(terms, ids, state) ? unsure : nothing
}

function isAbout(terms: readonly Term[], channelIds: unknown, state: State): boolean {
  const channelId = channelIn(terms, state)
  return channelId !== undefined && orElse(isNumbers, channelIds, []).includes(channelId)
}

function dependsOnSight(terms: readonly Term[]): boolean {
  return has(terms, 'is', 'followed') || has(terms, 'is', 'muted') || has(terms, 'in', 'home')
}

/** Whether there is such a term, negated or not. */
function has(terms: readonly Term[], operator: string, operand: string): boolean {
  return terms.some((term) => term.operator === operator && term.operand === operand)
}
