// What the terms of a narrow make of it: a conversation or several, where it is opened, how it is told from others.
import type { Narrow, Term } from '../addresses/narrow'
import { conversationOf, directConversation, type Conversation } from '../store/conversations'
import { channelNamed } from '../store/names'
import type { Message } from '../store/messages'
import type { State } from '../store/state'
import type { Anchor } from './fetching'
import { topicKey } from '../store/topic-names'

/** The one conversation that the narrow is; undefined for a channel, a search and so on. */
export function conversationIn(terms: readonly Term[], state: State): Conversation | undefined {
  if (terms.some(({ negated }) => negated)) return undefined
  const places = terms.filter(({ operator }) => operator !== 'with')
  const [first, second] = places
  if (places.length === 1 && first?.operator === 'dm' && typeof first.operand === 'object')
    return directConversation(first.operand, state.ownUser.user_id)
  if (places.length !== 2 || first?.operator !== 'channel' || second?.operator !== 'topic') return undefined
  const channelId = channelIn(terms, state)
  if (channelId === undefined || typeof second.operand !== 'string') return undefined
  return { type: 'stream', stream_id: channelId, topic: second.operand }
}

/** The channel that the narrow is about, as far as it is about one. */
export function channelIn(terms: readonly Term[], state: State): number | undefined {
  const operand = terms.find(({ operator, negated }) => operator === 'channel' && !negated)?.operand
  if (typeof operand === 'number') return operand
  return typeof operand === 'string' ? channelNamed(state, operand)?.stream_id : undefined
}

export function termsOf(place: Conversation): readonly Term[] {
  if (place.type === 'private') return [{ operator: 'dm', operand: place.user_ids }]
  return [
    { operator: 'channel', operand: place.stream_id },
    { operator: 'topic', operand: place.topic },
  ]
}

/** The terms with the place of the message in place of those that name one. */
export function movedTo(terms: readonly Term[], place: Conversation): readonly Term[] {
  const isPlace = ({ operator, negated }: Term): boolean =>
    negated !== true && ['channel', 'topic', 'dm', 'with'].includes(operator)
  return [...termsOf(place), ...terms.filter((term) => !isPlace(term))]
}

/** Whether what is read there is read from the first unread message on; the rest is looked through from the newest. */
export function startsAtUnread(terms: readonly Term[]): boolean {
  return !terms.some(
    ({ operator, operand }) =>
      ['search', 'has', 'sender', 'id'].includes(operator) || (operator === 'is' && operand === 'starred'),
  )
}

/** Where a narrow is opened that was not read yet. */
export function anchorOf({ terms, near }: Narrow): Anchor {
  return near ?? (startsAtUnread(terms) ? 'first_unread' : 'newest')
}

/** The same for narrows that are the same, such as in another spelling of a topic. */
export function keyOf(terms: readonly Term[]): string {
  return JSON.stringify(
    terms.map(({ operator, operand, negated }) => [
      operator,
      operator === 'topic' ? topicKey(String(operand)) : operand,
      negated === true,
    ]),
  )
}

/** The message whose conversation is meant, wherever that is now. */
export function followedMessage(terms: readonly Term[]): number | undefined {
  const operand = terms.find(({ operator, negated }) => operator === 'with' && !negated)?.operand
  return typeof operand === 'number' ? operand : undefined
}

/** The terms by which the conversation of a `with` goes now, once some message of it is known. */
export function settled(terms: readonly Term[], found: readonly Message[], me: number): readonly Term[] {
  const followed = followedMessage(terms)
  if (followed === undefined) return terms
  const message = found.find(({ id }) => id === followed) ?? found[0]
  if (message) return movedTo(terms, conversationOf(message, me))
  const others = terms.filter(({ operator }) => operator !== 'with')
  return others.length > 0 ? others : terms
}
