// Reporting a message to those who moderate (reference: since-372, level 382).
import { channelDirectory, type Channel } from '../channels/repository'
import { badRequest, invalidParameter } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import { readableMessage } from '../messages/access'
import { conversation } from '../messages/conversations'
import type { StoredMessage } from '../messages/repository'
import { introducedQuote, quote } from '../messages/quoting'
import { sendChannelNotice } from '../messages/sending/notices'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { directory, type User } from '../users/repository'

/** The protocol's reasons, and how they read in the report. */
export const reportReasons = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const
export type ReportReason = keyof typeof reportReasons

/** In characters. */
const maxDescriptionLength = 1000
/** Of the people of a direct conversation. */
const maxPeopleNamed = 20

/**
 * Posts a report of the message to the moderation request channel, in a topic named after its sender.
 * @throws ApiError BAD_REQUEST for a message the reporter can't read, or where no channel is set;
 * REQUEST_VARIABLE_INVALID for a description that is too long, or is missing for `other`.
 */
export async function reportMessage(
  organization: Organization,
  reporter: User,
  messageId: number,
  { reason, description }: { reason: ReportReason; description: string },
): Promise<void> {
  const explanation = trimmed(description)
  if (isLongerThan(explanation, maxDescriptionLength)) {
    const limit = `description is too long (limit: ${maxDescriptionLength} characters)`
    throw invalidParameter('description', limit)
  }
  if (reason === 'other' && explanation === '') {
    throw invalidParameter('description', 'description is required for a report of type other')
  }
  await organization.write((tx) => {
    const message = readableMessage(organization, reporter, messageId)
    const channel = moderationChannel(organization)
    const sender = directory(organization).byId.get(message.senderId)
    if (!channel || !sender) throw badRequest('Reporting messages is not enabled in this organization')
    const report = reportText(organization, { reporter, sender, message, reason, explanation })
    sendChannelNotice(tx, channel.id, topicFor(sender), report)
  })
}

function moderationChannel(organization: Organization): Channel | undefined {
  const id = settings(organization).moderation_request_channel_id
  const channel = channelDirectory(organization).byId.get(id)
  return channel?.isArchived ? undefined : channel
}

function topicFor(sender: User): string {
  return [...`${sender.fullName}'s moderation requests`].slice(0, 60).join('')
}

interface Report {
  reporter: User
  sender: User
  message: StoredMessage
  reason: ReportReason
  explanation: string
}

/** Markdown. What people wrote stands in quotes, where it mentions nobody. */
function reportText(organization: Organization, report: Report): string {
  const { reporter, sender, message, reason, explanation } = report
  const where = placeOf(organization, message)
  const parts = [`${mention(reporter)} reported a message sent by ${mention(sender)}${where}.`]
  parts.push(`- Reason: **${reportReasons[reason]}**${explanation === '' ? '' : '\n- Notes:'}`)
  if (explanation !== '') parts.push(quote(explanation))
  const intro = `${parts.join('\n\n')}\n\n**Message**\n\n`
  return introducedQuote(intro, message.content)
}

function placeOf(
  organization: Organization,
  { id, channelId, topic, conversationId }: StoredMessage,
): string {
  if (channelId !== null) {
    const name = channelDirectory(organization).byId.get(channelId)?.name ?? ''
    return ` in #**${name}>${topic}@${id}**`
  }
  const { byId } = directory(organization)
  const { memberIds } = conversation(organization, conversationId)
  const named = memberIds.slice(0, maxPeopleNamed).map((member) => byId.get(member))
  const more = memberIds.length > named.length ? ` and ${memberIds.length - named.length} more` : ''
  const people = named.flatMap((user) => (user ? [mention(user)] : [])).join(', ')
  return ` in a direct conversation between ${people}${more}`
}

function mention(user: User): string {
  return `@_**${user.fullName}|${user.id}**`
}
