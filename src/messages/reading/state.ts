// Messages in the register state: unread and starred messages, direct conversations, limits of topics (contract 4.17).
import { channelDirectory } from '../../channels/repository'
import type { QueueOptions } from '../../events/queue'
import type { LongStatePart, StateContext, StatePart } from '../../events/state'
import type { Term } from '../../narrow/parse'
import type { Organization } from '../../organization/organization'
import { isInHome } from '../../user-topics/visibility'
import type { User } from '../../users/repository'
import { conversation } from '../conversations'
import { isCountedMention } from '../flags'
import { newestReceivedId } from './newest'
import { findRange, type AnchoredRange } from './range'
import { hasStarred, newestDirectMessages, unreadMessages } from '../repository'
import { shownTopic, topicKey } from '../../channels/topics'

/** Unread messages beyond this many, the oldest, are left out (reference: register-queue). */
const maxUnreadMessages = 50_000
const maxConversations = 1000

const newest: StatePart = {
  types: ['message'],
  read: ({ organization, viewer }) => ({ max_message_id: newestReceivedId(organization, viewer) }),
}

/** However many somebody has starred, a client is told of all of them. */
export const starredState: LongStatePart = {
  types: ['starred_messages'],
  *readInTurns({ organization, viewer }) {
    // Most people have none: to know that takes a hundredth of what it takes to find them.
    if (!viewer || !hasStarred(organization.db, viewer.id)) return { starred_messages: [] }
    const { ids } = yield* findRange(organization, viewer, [isStarred], allOfThem)
    return { starred_messages: ids }
  },
}

const isStarred: Term = { operator: 'is', operand: 'starred', negated: false }
const allOfThem: AnchoredRange = {
  anchor: 'oldest',
  includeAnchor: true,
  numBefore: 0,
  numAfter: Number.MAX_SAFE_INTEGER,
}

const directConversations: StatePart = {
  types: ['recent_private_conversations'],
  read({ organization, viewer }) {
    if (!viewer) return { recent_private_conversations: [] }
    const recent = newestDirectMessages(organization.db, viewer.id)
      .sort((a, b) => b.newestId - a.newestId)
      .slice(0, maxConversations)
    return {
      recent_private_conversations: recent.map(({ conversationId, newestId }) => ({
        user_ids: othersIn(organization, viewer, conversationId),
        max_message_id: newestId,
      })),
    }
  },
}

const unread: StatePart = {
  types: ['message', 'update_message_flags'],
  needsAll: true,
  read: (context) => ({ unread_msgs: unreadState(context) }),
}

export const messagesState: readonly StatePart[] = [newest, directConversations, unread]

interface Group {
  unread_message_ids: number[]
}

/** `unread_msgs`: the unread messages by conversation and topic. */
function unreadState({ organization, viewer, options }: StateContext): object {
  const rows = viewer ? unreadMessages(organization.db, viewer.id, maxUnreadMessages + 1) : []
  const isTruncated = rows.length > maxUnreadMessages
  const messages = (isTruncated ? rows.slice(1) : rows).filter(({ channelId }) =>
    isKnown(organization, channelId, options),
  )
  const channels = new Map<string, Group & { stream_id: number; topic: string }>()
  const pairs = new Map<number, Group & { other_user_id: number; sender_id: number }>()
  const groups = new Map<number, Group & { user_ids_string: string }>()
  const mentions: number[] = []
  let count = 0
  for (const message of messages) {
    const { id, channelId, topic } = message
    const isMuted =
      viewer !== undefined &&
      channelId !== null &&
      !isInHome(organization, viewer.id, channelId, topicKey(topic))
    if (!isMuted) count++
    if (isCountedMention(message.flags, isMuted)) mentions.push(id)
    if (channelId !== null) {
      const shown = shownTopic(topic, options.emptyTopicName)
      const group = { stream_id: channelId, topic: shown, unread_message_ids: [] }
      added(channels, `${channelId}/${topic}`, group, id)
      continue
    }
    const { memberIds } = conversation(organization, message.conversationId)
    if (memberIds.length > 2) {
      const group = { user_ids_string: memberIds.join(','), unread_message_ids: [] }
      added(groups, message.conversationId, group, id)
    } else {
      const other = memberIds.find((userId) => userId !== viewer?.id) ?? viewer?.id ?? 0
      added(pairs, other, { other_user_id: other, sender_id: other, unread_message_ids: [] }, id)
    }
  }
  return {
    count,
    pms: [...pairs.values()],
    streams: [...channels.values()],
    huddles: [...groups.values()],
    mentions,
    old_unreads_missing: isTruncated,
  }
}

/** Clients that know nothing of archived channels know nothing of messages there (contract 4.17). */
function isKnown(organization: Organization, channelId: number | null, options: QueueOptions): boolean {
  if (channelId === null || options.archivedChannels) return true
  return channelDirectory(organization).byId.get(channelId)?.isArchived !== true
}

function added<K, G extends Group>(groups: Map<K, G>, key: K, fresh: G, id: number): void {
  const group = groups.get(key)
  if (group) {
    group.unread_message_ids.push(id)
    return
  }
  fresh.unread_message_ids.push(id)
  groups.set(key, fresh)
}

function othersIn(organization: Organization, viewer: User, conversationId: number): number[] {
  return conversation(organization, conversationId).memberIds.filter((id) => id !== viewer.id)
}
