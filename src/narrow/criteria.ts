// What a narrow's terms mean to a person: each as a condition in SQL and as the same test of one message.
import { channelDirectory, type Channel } from '../channels/repository'
import { channelConversationId, directConversationId, type Conversation } from '../messages/conversations'
import { anyMention, flagBits } from '../messages/flags'
import type { StoredMessage } from '../messages/repository'
import { isResolved, meantTopic, topicKey } from '../channels/topics'
import type { Organization } from '../organization/organization'
import {
  fullTextQuery,
  matchesSearch,
  searchParts,
  senderMark,
  topicPhrase,
  type SearchedText,
} from '../search/query'
import type { User } from '../users/repository'
import { byFlag, byIds, byMark, bySender, byTopic, markSql, type Fragment, type Lookup } from './lookup'
import type { HasOperand, IsOperand, Term } from './parse'
import { namedChannel, namedPeople, namedSender } from './references'
import { followed, muted } from './topic-criteria'
import { namedMessage } from './with'

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

/** A condition on the message itself. */
export interface MessageCriterion {
  readonly level: 'message'
  /** Over `m`, a row of `messages`. Never null. */
  readonly condition: Fragment
  /** How an index finds the messages, where one does. */
  readonly lookup?: Lookup
  /** A full-text query that finds all of them, and perhaps others. */
  readonly fullText?: string
  /** Whether it can only be looked up by `fullText`, which finds exactly them. */
  readonly isSearch?: boolean
  /** False for conversations that have no such messages. */
  mayBeIn?(conversation: Conversation): boolean
  matches(message: MessageFacts): boolean
}

export type Criterion = ConversationCriterion | MessageCriterion

/**
 * The terms as criteria, with names looked up as this viewer may see them.
 * @throws ApiError BAD_NARROW for channels and people that do not exist or can't be seen.
 */
export function criteriaOf(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
): Criterion[] {
  return terms.map((term) => {
    if (isAboutHome(term)) return muted(organization, viewer, (term.operand === 'muted') !== term.negated)
    const criterion = criterionOf(organization, viewer, term)
    return term.negated ? negated(criterion) : criterion
  })
}

/** `is:muted` and `in:home` are each other's opposite. */
function isAboutHome({ operator, operand }: Term): boolean {
  return (operator === 'is' && operand === 'muted') || (operator === 'in' && operand === 'home')
}

function negated(criterion: Criterion): Criterion {
  if (criterion.level === 'conversation') {
    return { level: 'conversation', keeps: (conversation) => !criterion.keeps(conversation) }
  }
  const { condition } = criterion
  return {
    level: 'message',
    condition: { sql: `NOT (${condition.sql})`, values: condition.values },
    matches: (message) => !criterion.matches(message),
  }
}

function criterionOf(organization: Organization, viewer: User | undefined, term: Term): Criterion {
  switch (term.operator) {
    case 'channel':
      return inChannel(organization, namedChannel(organization, viewer, term.operand))
    case 'channels':
      return inChannels(organization, term.operand)
    case 'topic':
      return inTopic(term.operand)
    case 'search':
      return searched(term.operand)
    case 'sender':
      return sentBy(namedSender(organization, viewer, term.operand))
    case 'dm':
      return inDirect(organization, viewer, namedPeople(organization, term.operand))
    case 'dm-including':
    case 'group-pm-with':
      return inDirectsWith(namedPeople(organization, term.operand), term.operator === 'group-pm-with' ? 3 : 1)
    case 'is':
      return being(organization, viewer, term.operand)
    case 'has':
      return having(term.operand)
    case 'in':
      return anywhere
    case 'id':
      return withId(term.operand)
    case 'with':
      return besides(namedMessage(organization, viewer, term.operand))
  }
}

function inChannel(organization: Organization, channel: Channel): ConversationCriterion {
  const id = channelConversationId(organization, channel.id)
  return {
    level: 'conversation',
    only: id === undefined ? [] : [id],
    keeps: ({ channelId }) => channelId === channel.id,
  }
}

function inChannels(organization: Organization, kind: 'public' | 'web-public'): ConversationCriterion {
  return {
    level: 'conversation',
    keeps({ channelId }) {
      const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
      if (!channel) return false
      return kind === 'public' ? !channel.isPrivate : channel.isWebPublic
    },
  }
}

function inTopic(topic: string): MessageCriterion {
  const meant = meantTopic(topic)
  const key = topicKey(meant)
  return {
    level: 'message',
    condition: { sql: 'm.channel_id IS NOT NULL AND m.topic_key = ?', values: [key] },
    lookup: byTopic(key),
    ...topicQuery(meant),
    matches: (message) => message.conversation.channelId !== null && message.topicKey === key,
  }
}

/** The words of a topic are in the full-text index, if it has any. */
function topicQuery(topic: string): { fullText?: string } {
  const fullText = topicPhrase(topic)
  return fullText === undefined ? {} : { fullText }
}

function sentBy(senderId: number): MessageCriterion {
  return {
    level: 'message',
    condition: { sql: 'm.sender_id = ?', values: [senderId] },
    lookup: bySender(senderId),
    fullText: `"${senderMark(senderId)}"`,
    matches: (message) => message.senderId === senderId,
  }
}

function inDirect(
  organization: Organization,
  viewer: User | undefined,
  people: ReadonlySet<number>,
): ConversationCriterion {
  const members = viewer ? new Set(people).add(viewer.id) : people
  const memberIds = [...members].sort((a, b) => a - b)
  const id = directConversationId(organization, memberIds)
  return {
    level: 'conversation',
    only: id === undefined ? [] : [id],
    keeps: ({ memberIds: found }) =>
      found.length === memberIds.length && memberIds.every((memberId, index) => memberId === found[index]),
  }
}

function inDirectsWith(people: ReadonlySet<number>, atLeastMembers: number): ConversationCriterion {
  return {
    level: 'conversation',
    keeps({ channelId, memberIds }) {
      if (channelId !== null || memberIds.length < atLeastMembers) return false
      for (const userId of people) if (!memberIds.includes(userId)) return false
      return true
    },
  }
}

const bitsOf = {
  starred: flagBits.starred,
  unread: flagBits.unread,
  mentioned: anyMention,
  alerted: flagBits.has_alert_word,
} as const

function being(organization: Organization, viewer: User | undefined, operand: IsOperand): Criterion {
  switch (operand) {
    case 'dm':
      return { level: 'conversation', keeps: ({ channelId }) => channelId === null }
    case 'resolved':
      return resolved
    case 'followed':
      return followed(organization, viewer)
    case 'muted':
      return muted(organization, viewer, true)
    default:
      return flagged(viewer, bitsOf[operand])
  }
}

const anywhere: ConversationCriterion = { level: 'conversation', keeps: () => true }
/** A search without words finds nothing. */
const nowhere: ConversationCriterion = { level: 'conversation', keeps: () => false }

const resolved: MessageCriterion = {
  level: 'message',
  condition: { sql: markSql.resolved, values: [] },
  lookup: byMark('resolved'),
  mayBeIn: ({ channelId }) => channelId !== null,
  matches: ({ topic }) => isResolved(topic),
}

function having(operand: HasOperand): MessageCriterion {
  return {
    level: 'message',
    condition: { sql: markSql[operand], values: [] },
    lookup: byMark(operand),
    matches: ({ has }) => has[operand],
  }
}

function flagged(viewer: User | undefined, bits: number): MessageCriterion {
  const userId = viewer?.id ?? 0
  return {
    level: 'message',
    condition: {
      sql: `EXISTS (SELECT 1 FROM message_states f WHERE f.message_id = m.id AND f.user_id = ?
        AND (f.flags & ${bits}) <> 0)`,
      values: [userId],
    },
    lookup: byFlag(userId, bits),
    matches: (message) => (message.flags & bits) !== 0,
  }
}

function withId(id: number): MessageCriterion {
  return {
    level: 'message',
    condition: { sql: 'm.id = ?', values: [id] },
    lookup: byIds([id]),
    matches: (message) => message.id === id,
  }
}

function searched(text: string): Criterion {
  const parts = searchParts(text)
  const fullText = fullTextQuery(parts)
  if (fullText === undefined) return nowhere
  return {
    level: 'message',
    condition: {
      sql: 'EXISTS (SELECT 1 FROM message_search ft WHERE ft.message_search MATCH ? AND ft.rowid = m.id)',
      values: [fullText],
    },
    fullText,
    isSearch: true,
    matches: (message) => matchesSearch(parts, message.searched()),
  }
}

/** In the same topic, or the same direct conversation. */
function besides({ conversationId, channelId, topic }: StoredMessage): Criterion {
  if (channelId === null) {
    const keeps = ({ id }: Conversation) => id === conversationId
    return { level: 'conversation', only: [conversationId], keeps }
  }
  const key = topicKey(topic)
  return {
    level: 'message',
    condition: { sql: 'm.conversation_id = ? AND m.topic_key = ?', values: [conversationId, key] },
    lookup: byTopic(key),
    mayBeIn: ({ id }) => id === conversationId,
    matches: (message) => message.conversation.id === conversationId && message.topicKey === key,
  }
}
