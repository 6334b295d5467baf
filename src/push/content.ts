// What a notification of a message says, whatever way it goes (notes: notifications to devices).
import { channelDirectory } from '../channels/repository'
import { shownTopic } from '../channels/topics'
import { beginning, isLongerThan } from '../http/text-length'
import { readableText } from '../markdown/readable-text'
import { canRead } from '../messages/access'
import { conversation } from '../messages/conversations'
import { flagBits } from '../messages/flags'
import { flaggedMessage, type StoredMessage } from '../messages/repository'
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { directory, type User } from '../users/repository'
import { mediumAvatarUrl, seesEmail } from '../users/wire'
import { isPushed } from './repository'

export interface PushContent {
  readonly message: StoredMessage
  readonly sender: User
  readonly recipient: PushRecipient
  /** Plain text of at most `maxContentLength` code points. */
  readonly content: string
  /** With the organization's own address, where it is one of its pictures. */
  readonly senderAvatarUrl: string
}

export type PushRecipient =
  | {
      readonly type: 'channel'
      readonly channelId: number
      readonly channelName: string
      /** As it is shown: never empty. */
      readonly topic: string
    }
  /** Everybody in the conversation, the person too, ascending. */
  | { readonly type: 'direct'; readonly memberIds: readonly number[] }

/** In code points, with the sign that there is more. */
export const maxContentLength = 200

/**
 * What a notification of the message says to the person; undefined where there is nothing to say any more: it was read, or
 * deleted, or is out of their sight, or their account is closed.
 */
export function contentOf(
  organization: Organization,
  userId: number,
  messageId: number,
): PushContent | undefined {
  const { byId } = directory(organization)
  const person = byId.get(userId)
  const message = flaggedMessage(organization.db, messageId, userId)
  if (!message || !person?.isActive) return undefined
  if ((message.flags & flagBits.unread) === 0 || !isPushed(organization.db, userId, messageId))
    return undefined
  const sender = byId.get(message.senderId)
  if (!sender || !canRead(organization, person, message)) return undefined
  const avatar = mediumAvatarUrl(sender, { seesEmail: seesEmail(person, sender) })
  return {
    message,
    sender,
    recipient: recipientOf(organization, message),
    content: shortened(readableText(message.renderedContent), maxContentLength),
    senderAvatarUrl: new URL(avatar, ownUrl(organization)).href,
  }
}

function recipientOf(organization: Organization, message: StoredMessage): PushRecipient {
  const { channelId, conversationId, topic } = message
  if (channelId === null)
    return { type: 'direct', memberIds: conversation(organization, conversationId).memberIds }
  const channelName = channelDirectory(organization).byId.get(channelId)?.name ?? ''
  return { type: 'channel', channelId, channelName, topic: shownTopic(topic, false) }
}

/** A text of at most so many code points, the last of which says that there was more. */
export function shortened(text: string, most: number): string {
  return isLongerThan(text, most) ? `${beginning(text, most - 1)}…` : text
}
