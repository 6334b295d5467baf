// What plain notifications say to devices: one payload for Google's, one for Apple's (notes: notifications to devices).
import { ownUrl } from '../../organization/address'
import { realmId, type Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import { groupGraph } from '../../user-groups/repository'
import { directory } from '../../users/repository'
import { apiEmail } from '../../users/wire'
import { shortened, type PushContent, type PushRecipient } from '../content'
import { pushedCount } from '../repository'
import type { PushMessage } from './job-types'

/** A notification, for devices of either kind. */
export interface PlainPayloads {
  readonly fcm: Readonly<Record<string, string>>
  readonly apns: ApnsPayload
  readonly priority: 'high' | 'normal'
}

/** As the bouncer takes it: it tells Apple what is its own (`aps`) and what is the app's. */
export interface ApnsPayload {
  readonly alert?: { readonly title: string; readonly subtitle?: string; readonly body: string }
  readonly sound?: string
  /** What the app's icon says. */
  readonly badge?: number
  readonly custom: { readonly zulip: object }
}

/** What is said instead of the text where that must not leave the server unencrypted. */
const hiddenContent = 'New message'

/** In code points: a group has many names, and providers take 4 KiB. */
const longestTitle = 100

/** A notification of a message. */
export function messagePayloads(
  organization: Organization,
  notification: PushMessage,
  push: PushContent,
): PlainPayloads {
  const { message, sender, senderAvatarUrl } = push
  const { userId } = notification
  const isHidden = settings(organization).require_e2ee_push_notifications
  const content = isHidden ? hiddenContent : push.content
  const common = {
    ...basePayload(organization, userId, 'message'),
    sender_id: sender.id,
    sender_email: apiEmail(organization, sender),
    time: message.sentAt,
    ...recipientFields(push.recipient),
    ...mentionFields(organization, notification),
  }
  return {
    fcm: texts({
      ...common,
      zulip_message_id: message.id,
      content,
      sender_full_name: sender.fullName,
      sender_avatar_url: senderAvatarUrl,
    }),
    apns: {
      alert: {
        title: titleOf(organization, userId, push),
        subtitle: subtitleOf(organization, notification, push),
        body: content,
      },
      sound: 'default',
      badge: pushedCount(organization.db, userId),
      custom: { zulip: { ...common, message_ids: [message.id] } },
    },
    priority: 'high',
  }
}

/** Takes notifications back. */
export function removalPayloads(
  organization: Organization,
  userId: number,
  messageIds: readonly number[],
): PlainPayloads {
  const fields = {
    ...basePayload(organization, userId, 'remove'),
    zulip_message_ids: messageIds.join(','),
  }
  const badge = pushedCount(organization.db, userId)
  return { fcm: texts(fields), apns: { badge, custom: { zulip: fields } }, priority: 'normal' }
}

/** Shows the person that notifications arrive. */
export function testPayloads(organization: Organization, userId: number): PlainPayloads {
  const fields = testFields(organization, userId)
  const { name } = settings(organization)
  return {
    fcm: texts(fields),
    apns: {
      alert: {
        title: 'Test notification',
        body: `Notifications from ${name} (${ownUrl(organization)}) arrive here.`,
      },
      sound: 'default',
      custom: { zulip: fields },
    },
    priority: 'high',
  }
}

/** What a bouncer makes a test notification of. */
export function testFields(organization: Organization, userId: number) {
  return basePayload(organization, userId, 'test')
}

/** The body of a request to APNs. */
export function apnsBody({ custom, ...aps }: ApnsPayload): object {
  // What shows nothing has to wake the app.
  return { aps: aps.alert ? { ...aps, 'mutable-content': 1 } : { ...aps, 'content-available': 1 }, ...custom }
}

function basePayload(organization: Organization, userId: number, event: 'message' | 'remove' | 'test') {
  const url = ownUrl(organization)
  return {
    event,
    server: new URL(url).host,
    realm_id: realmId,
    realm_url: url,
    realm_uri: url,
    realm_name: settings(organization).name,
    user_id: userId,
  }
}

function recipientFields(recipient: PushRecipient) {
  if (recipient.type === 'channel') {
    const { channelId: stream_id, channelName: stream, topic } = recipient
    return { recipient_type: 'stream', stream_id, stream, topic }
  }
  const { memberIds } = recipient
  return { recipient_type: 'private', ...(memberIds.length > 2 ? { pm_users: memberIds.join(',') } : {}) }
}

function mentionFields(organization: Organization, { mentionedGroupId }: PushMessage) {
  const name = groupName(organization, mentionedGroupId)
  return name === undefined
    ? {}
    : { mentioned_user_group_id: mentionedGroupId, mentioned_user_group_name: name }
}

function groupName(organization: Organization, id: number | null): string | undefined {
  return id === null ? undefined : (groupGraph(organization).byId.get(id)?.name ?? undefined)
}

function titleOf(organization: Organization, userId: number, { sender, recipient }: PushContent): string {
  if (recipient.type === 'channel') return `#${recipient.channelName} > ${recipient.topic}`
  if (recipient.memberIds.length <= 2) return sender.fullName
  const { byId } = directory(organization)
  const others = recipient.memberIds.filter((id) => id !== userId)
  return shortened(others.map((id) => byId.get(id)?.fullName ?? '').join(', '), longestTitle)
}

function subtitleOf(
  organization: Organization,
  { trigger, mentionedGroupId }: PushMessage,
  { sender, recipient }: PushContent,
): string {
  const name = sender.fullName
  if (trigger === 'mention') return `${name} mentioned you:`
  const group = groupName(organization, mentionedGroupId)
  if (group !== undefined) return `${name} mentioned @${group}:`
  if (trigger.includes('wildcard_mention')) return `${name} mentioned everyone:`
  // Of two people, the title says who it is.
  return recipient.type === 'direct' && recipient.memberIds.length <= 2 ? '' : `${name}:`
}

/** FCM carries nothing but texts. */
function texts(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
