// What a narrow's terms mean to a person: each as a condition in SQL and as the same test of one message.
import { channelDirectory, type Channel } from '../channels/repository'
import { channelConversationId, directConversationId, type Conversation } from '../messages/conversations'
import { anyMention, flagBits } from '../messages/flags'
import type { StoredMessage } from '../messages/repository'
import { isResolved, meantTopic, topicKey } from '../channels/topics'
import type { Organization } from '../organization/organization'
import { indexedParts, indexedSender, indexedTopic } from '../search/full-text'
import { matchesSearch, type SearchPart } from '../search/query'
import type { User } from '../users/repository'
import {
  inSql,
  negated,
  type ConversationCriterion,
  type Criterion,
  type MessageCriterion,
} from './criterion'
import { byFlag, byIds, byMark, bySender, byTopic, markSql } from './lookup'
import type { HasOperand, IsOperand, Term } from './parse'
import { namedChannel, namedPeople, namedSender } from './references'
import { followed, muted } from './topic-criteria'
import { namedMessage } from './with'

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
      return inDirect(organization, viewer, namedPeople(organization, viewer, term.operand))
    case 'dm-including':
    case 'group-pm-with':
      return inDirectsWith(
        namedPeople(organization, viewer, term.operand),
        term.operator === 'group-pm-with' ? 3 : 1,
      )
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
    condition: inSql('m.channel_id IS NOT NULL AND m.topic_key = ?', [key]),
    lookup: byTopic(key),
    // Only searches ask.
    get indexed() {
      return indexedTopic(meant)
    },
    matches: (message) => message.conversation.channelId !== null && message.topicKey === key,
  }
}

function sentBy(senderId: number): MessageCriterion {
  return {
    level: 'message',
    condition: inSql('m.sender_id = ?', [senderId]),
    lookup: bySender(senderId),
    indexed: indexedSender(senderId),
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
  const wanted = [...people].sort((a, b) => a - b)
  return {
    level: 'conversation',
    keeps({ channelId, memberIds }) {
      if (channelId !== null || memberIds.length < atLeastMembers) return false
      // Both ascending, as a person may have very many conversations with very many people.
      let found = 0
      for (const id of memberIds) if (id === wanted[found]) found++
      return found === wanted.length
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
  condition: inSql(markSql.resolved),
  lookup: byMark('resolved'),
  mayBeIn: ({ channelId }) => channelId !== null,
  matches: ({ topic }) => isResolved(topic),
}

function having(operand: HasOperand): MessageCriterion {
  return {
    level: 'message',
    condition: inSql(markSql[operand]),
    lookup: byMark(operand),
    matches: ({ has }) => has[operand],
  }
}

function flagged(viewer: User | undefined, bits: number): MessageCriterion {
  const userId = viewer?.id ?? 0
  return {
    level: 'message',
    condition: inSql(
      `EXISTS (SELECT 1 FROM message_states f WHERE f.message_id = m.id AND f.user_id = ?
        AND (f.flags & ${bits}) <> 0)`,
      [userId],
    ),
    lookup: byFlag(userId, bits),
    matches: (message) => (message.flags & bits) !== 0,
  }
}

function withId(id: number): MessageCriterion {
  return {
    level: 'message',
    condition: inSql('m.id = ?', [id]),
    lookup: byIds([id]),
    matches: (message) => message.id === id,
  }
}

function searched(parts: readonly SearchPart[]): Criterion {
  if (parts.length === 0) return nowhere
  const indexed = indexedParts(parts)
  return {
    level: 'message',
    condition: { kind: 'search', parts: indexed, isNegated: false },
    indexed,
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
    condition: inSql('m.conversation_id = ? AND m.topic_key = ?', [conversationId, key]),
    lookup: byTopic(key),
    mayBeIn: ({ id }) => id === conversationId,
    matches: (message) => message.conversation.id === conversationId && message.topicKey === key,
  }
}
