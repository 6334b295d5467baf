// Whether a message belongs to a narrow, as far as the client can tell by itself (notes: narrow); the server knows the rest.
import type { Term } from '../addresses/narrow'
import { conversationOf, directKey } from '../store/conversations'
import type { Message } from '../store/messages'
import { channelNamed } from '../store/names'
import type { State } from '../store/state'
import { isResolved, topicKey } from '../store/topic-names'
import { isFollowed, isMuted } from '../store/visibility'

/** Decides for one message. */
type Test = (message: Message, state: State) => boolean

/** @returns undefined where only the server can tell, such as for a search */
export function testOf(terms: readonly Term[]): Test | undefined {
  const tests: Test[] = []
  for (const term of terms) {
    const test = testOfTerm(term)
    if (!test) return undefined
    tests.push(term.negated === true ? (message, state) => !test(message, state) : test)
  }
  return (message, state) => tests.every((test) => test(message, state))
}

function testOfTerm({ operator, operand }: Term): Test | undefined {
  switch (operator) {
    case 'channel':
      return (message, state) =>
        message.stream_id !== undefined && message.stream_id === channelIdOf(operand, state)
    case 'topic':
      return typeof operand === 'string' ? topicTest(operand) : undefined
    case 'dm':
      return isIds(operand) ? (message, state) => isBetween(message, operand, state) : undefined
    case 'dm-including':
      return isIds(operand) ? (message) => includes(message, operand) : undefined
    case 'sender':
      return senderTest(operand)
    case 'id':
      return (message) => message.id === operand
    case 'is':
      return states[String(operand)]
    case 'in':
      return operand === 'all' ? () => true : operand === 'home' ? isHome : undefined
    case 'has':
      return operand === 'reaction' ? (message) => message.reactions.length > 0 : undefined
    default:
      return undefined
  }
}

const isHome: Test = (message, state) => !isMutedMessage(message, state)

const states: Readonly<Partial<Record<string, Test>>> = {
  dm: ({ stream_id }) => stream_id === undefined,
  private: ({ stream_id }) => stream_id === undefined,
  starred: ({ flags }) => flags.includes('starred'),
  unread: ({ flags }) => !flags.includes('read'),
  mentioned: ({ flags }) => flags.includes('mentioned') || flags.includes('wildcard_mentioned'),
  alerted: ({ flags }) => flags.includes('has_alert_word'),
  resolved: ({ stream_id, subject }) => stream_id !== undefined && isResolved(subject),
  followed: ({ stream_id, subject }, state) =>
    stream_id !== undefined && isFollowed(state, stream_id, subject),
  muted: isMutedMessage,
}

function isMutedMessage({ stream_id, subject }: Message, state: State): boolean {
  return stream_id !== undefined && isMuted(state, stream_id, subject)
}

function channelIdOf(operand: Term['operand'], state: State): number | undefined {
  if (typeof operand === 'number') return operand
  return typeof operand === 'string' ? channelNamed(state, operand)?.stream_id : undefined
}

function topicTest(topic: string): Test {
  return ({ stream_id, subject }, state) =>
    stream_id !== undefined && topicKey(subject) === topicKey(plainTopic(topic, state))
}

/** The name that the empty topic is shown by means that one. */
export function plainTopic(topic: string, { organization }: State): string {
  return topic === organization.empty_topic_display_name ? '' : topic
}

function isIds(operand: Term['operand']): operand is readonly number[] {
  return Array.isArray(operand)
}

function isBetween(message: Message, ids: readonly number[], { ownUser: { user_id: me } }: State): boolean {
  const place = conversationOf(message, me)
  return place.type === 'private' && place.user_ids.join() === directKey(ids, me)
}

function includes({ display_recipient: people }: Message, ids: readonly number[]): boolean {
  if (typeof people === 'string') return false
  const there = new Set(people.map(({ id }) => id))
  return ids.every((id) => there.has(id))
}

function senderTest(operand: Term['operand']): Test | undefined {
  if (operand === 'me') return ({ sender_id }, { ownUser }) => sender_id === ownUser.user_id
  if (typeof operand === 'number') return ({ sender_id }) => sender_id === operand
  return undefined
}
