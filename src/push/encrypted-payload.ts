// What an encrypted notification says, to phones and to browsers alike (notes: notifications to devices).
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { groupGraph } from '../user-groups/repository'
import type { PushContent, PushRecipient } from './content'

/** Whom it is for, and the group that was mentioned, if that is why. */
interface Addressee {
  readonly userId: number
  readonly mentionedGroupId: number | null
}

/** Tells of a message. @returns JSON */
export function messagePayload(
  organization: Organization,
  { userId, mentionedGroupId }: Addressee,
  { message, sender, recipient, content, senderAvatarUrl }: PushContent,
): string {
  const group = mentionedGroupId === null ? undefined : groupGraph(organization).byId.get(mentionedGroupId)
  return JSON.stringify({
    type: 'message',
    ...commonFields(organization, userId),
    message_id: message.id,
    time: message.sentAt,
    sender_id: sender.id,
    sender_full_name: sender.fullName,
    sender_avatar_url: senderAvatarUrl,
    content,
    ...recipientFields(recipient),
    ...(group ? { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name } : {}),
  })
}

/** Takes back what told of these messages. @returns JSON */
export function removalPayload(
  organization: Organization,
  userId: number,
  messageIds: readonly number[],
): string {
  return JSON.stringify({ type: 'remove', ...commonFields(organization, userId), message_ids: messageIds })
}

/** @returns JSON */
export function testPayload(organization: Organization, userId: number): string {
  return JSON.stringify({ type: 'test', ...commonFields(organization, userId) })
}

function commonFields(organization: Organization, userId: number) {
  return { realm_url: ownUrl(organization), realm_name: settings(organization).name, user_id: userId }
}

function recipientFields(recipient: PushRecipient) {
  if (recipient.type === 'direct')
    return { recipient_type: 'direct', pm_users: recipient.memberIds.join(',') }
  const { channelId, channelName, topic } = recipient
  return { recipient_type: 'channel', channel_id: channelId, channel_name: channelName, topic }
}
