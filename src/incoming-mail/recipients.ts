// Whom a mail is for: the address of a channel, or that at which somebody answers a missed message.
import { Type, type Static } from '@sinclair/typebox'
import { purposeOf } from '../channel-email/repository'
import { replyOf } from '../missed-messages/reply-address'
import type { Organization } from '../organization/organization'

const ChannelRecipient = Type.Object({
  channelId: Type.Integer(),
  /** Whose address it is. */
  creatorId: Type.Integer(),
  /** In whose name it is posted. */
  senderId: Type.Integer(),
  showSender: Type.Boolean(),
  includeQuotes: Type.Boolean(),
  includeFooter: Type.Boolean(),
  preferHtml: Type.Boolean(),
})

const ReplyRecipient = Type.Object({ userId: Type.Integer(), messageId: Type.Integer() })

/** What an address stands for: not the address itself, which is as good as a password. */
export const Recipient = Type.Union([ChannelRecipient, ReplyRecipient])
export type Recipient = Static<typeof Recipient>
export type ChannelRecipient = Static<typeof ChannelRecipient>
export type ReplyRecipient = Static<typeof ReplyRecipient>

/**
 * What the address stands for; undefined if it is none of the organization's.
 * @param address such as `design.<token>.show-sender@mail.example.com`. Only what stands before the @ is looked at: which
 *   domains come here is up to the mail server.
 */
export function recipientOf(organization: Organization, address: string): Recipient | undefined {
  const at = address.lastIndexOf('@')
  const local = (at < 0 ? address : address.slice(0, at)).trim().toLowerCase()
  if (local.length > longestLocal) return undefined
  return replyOf(organization, local) ?? channelOf(organization, local)
}

/** Ours have 64; some mail servers put something before them. */
const longestLocal = 200

function channelOf(organization: Organization, local: string): Recipient | undefined {
  const words = local.split(/[.+]/)
  const index = words.findIndex((word) => /^[0-9a-f]{32}$/.test(word))
  const purpose = purposeOf(organization.db, words[index] ?? '')
  if (!purpose) return undefined
  const options = new Set(words.slice(index + 1))
  return {
    ...purpose,
    showSender: options.has('show-sender'),
    includeQuotes: options.has('include-quotes'),
    includeFooter: options.has('include-footer'),
    preferHtml: options.has('prefer-html'),
  }
}
