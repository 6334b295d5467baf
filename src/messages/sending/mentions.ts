// Whom a new message mentions, who may mention whom, and the flags a message starts with for each recipient.
import { alertedUserIds } from '../../alert-words/actions'
import { ApiError, badRequest } from '../../http/errors'
import type { Rendered } from '../../markdown/render'
import { mutersOf } from '../../muted-users/repository'
import type { Organization } from '../../organization/organization'
import { mayIn } from '../../permissions/permissions'
import { groupGraph, isInGroup } from '../../user-groups/repository'
import { directory, type User } from '../../users/repository'
import { flagBits } from '../flags'

/** Mentioning more people than this at once takes a permission (`can_mention_many_users_group`). */
const manyPeople = 15

/** Whom a message reaches at once. */
export interface Reached {
  recipientIds: readonly number[]
  /** Those who have taken part in the topic; empty unless the topic is mentioned. */
  participantIds: ReadonlySet<number>
  isDirect: boolean
}

/**
 * Checks that the sender may mention those the text mentions.
 * @throws ApiError STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED, BAD_REQUEST
 */
export function assertMayMention(
  organization: Organization,
  sender: User,
  rendered: Rendered,
  reached: Reached,
): void {
  if (sender.isSystemBot) return
  for (const groupId of rendered.mentionedGroupIds) assertMayMentionGroup(organization, sender, groupId)
  if (reached.isDirect) return
  const mayMentionMany = () => mayIn(organization, sender, 'can_mention_many_users_group')
  if (rendered.channelWildcard && reached.recipientIds.length > manyPeople && !mayMentionMany()) {
    throw new ApiError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use channel wildcard mentions in this channel.',
      {},
    )
  }
  if (rendered.topicWildcard && reached.participantIds.size > manyPeople && !mayMentionMany()) {
    throw new ApiError(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
      {},
    )
  }
}

function assertMayMentionGroup(organization: Organization, sender: User, groupId: number): void {
  const group = groupGraph(organization).byId.get(groupId)
  if (!group || isInGroup(organization, group.canMentionGroup, sender)) return
  throw badRequest(`You are not allowed to mention the user group '${group.name ?? groupId}'`)
}

/**
 * The flag bits that differ from "unread and nothing else", by recipient.
 * @param isReadBySender whether the message starts as read by who sent it.
 */
export function firstFlags(
  organization: Organization,
  sender: User,
  rendered: Rendered,
  { recipientIds, participantIds, isDirect }: Reached,
  isReadBySender: boolean,
): ReadonlyMap<number, number> {
  const alerted = alertedUserIds(organization, rendered.alertText)
  const muters = mutersOf(organization, sender.id)
  const mentioned = new Set(rendered.mentionedUserIds)
  const everybody = rendered.channelWildcard ? flagBits.stream_wildcard_mentioned : 0
  const bits = new Map<number, number>()
  const isPlain =
    everybody === 0 &&
    alerted.size === 0 &&
    mentioned.size === 0 &&
    rendered.mentionedGroupIds.length === 0 &&
    !rendered.topicWildcard
  for (const userId of isPlain ? [sender.id, ...muters] : recipientIds) {
    const isRead = (userId === sender.id && isReadBySender) || muters.has(userId)
    let flags = (isRead ? 0 : flagBits.unread) | everybody
    if (mentioned.has(userId) || isInMentionedGroup(organization, rendered, userId))
      flags |= flagBits.mentioned
    if (rendered.topicWildcard && !isDirect && participantIds.has(userId)) {
      flags |= flagBits.topic_wildcard_mentioned
    }
    if (alerted.has(userId)) flags |= flagBits.has_alert_word
    if (flags !== flagBits.unread) bits.set(userId, flags)
  }
  return bits
}

function isInMentionedGroup(organization: Organization, rendered: Rendered, userId: number): boolean {
  if (rendered.mentionedGroupIds.length === 0) return false
  const user = directory(organization).byId.get(userId)
  return rendered.mentionedGroupIds.some((groupId) => isInGroup(organization, groupId, user))
}
