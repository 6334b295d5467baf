// What a term of a narrow comes to: a condition in SQL, and the same as a test of one message.
import type { Conversation } from '../messages/conversations'
import type { IndexedPart } from '../search/full-text'
import type { SearchedText } from '../search/query'
import type { Fragment, Lookup } from './lookup'
import type { HasOperand } from './parse'

/** What a narrow may ask of one message. */
export interface MessageFacts {
  id: number
  senderId: number
  conversation: Conversation
  topic: string
  topicKey: string
  has: Readonly<Record<HasOperand, boolean>>
  /** Its words: read when the first narrow asks, and once for all. */
  searched(): SearchedText
  /** The person's flag bits for it. */
  flags: number
}

/** A condition on the conversation a message is in. */
export interface ConversationCriterion {
  readonly level: 'conversation'
  /** The only conversations that can fulfil it, where they are few. */
  readonly only?: readonly number[]
  keeps(conversation: Conversation): boolean
}

/** What is held against a message. */
export type Condition =
  /** SQL over `m`, a row of `messages`. Never null. */
  { readonly kind: 'sql'; readonly is: Fragment } | TextCondition

/** The full-text index has all of it for the message, or not. */
export interface TextCondition {
  readonly kind: 'search'
  readonly parts: readonly IndexedPart[]
  readonly isNegated: boolean
}

/** A condition on the message itself. */
export interface MessageCriterion {
  readonly level: 'message'
  readonly condition: Condition
  /** How an index finds the messages, where one does. */
  readonly lookup?: Lookup
  /** What all of them have in the full-text index, and perhaps others. */
  readonly indexed?: readonly IndexedPart[]
  /** What it depends on beside the messages, its condition and its lookup. */
  readonly state?: unknown
  /** False for conversations that have no such messages. */
  mayBeIn?(conversation: Conversation): boolean
  matches(message: MessageFacts): boolean
}

export type Criterion = ConversationCriterion | MessageCriterion

/** Fulfilled by all other messages. */
export function negated(criterion: Criterion): Criterion {
  if (criterion.level === 'conversation') {
    return { level: 'conversation', keeps: (conversation) => !criterion.keeps(conversation) }
  }
  const { condition, state } = criterion
  return {
    level: 'message',
    condition:
      condition.kind === 'search'
        ? { ...condition, isNegated: !condition.isNegated }
        : inSql(`NOT (${condition.is.sql})`, condition.is.values),
    matches: (message) => !criterion.matches(message),
    state,
  }
}

export function inSql(sql: string, values: Fragment['values'] = []): Condition {
  return { kind: 'sql', is: { sql, values } }
}
