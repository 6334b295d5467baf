// What a reminder says.
import { channelDirectory } from '../channels/repository'
import { messageUrl } from '../markdown/narrow-url'
import { canRead } from '../messages/access'
import { conversation } from '../messages/conversations'
import { introducedQuote, quote } from '../messages/quoting'
import { messageById, type StoredMessage } from '../messages/repository'
import type { Organization } from '../organization/organization'
import { directory, type User } from '../users/repository'

/** Markdown: the message as it is now, as far as the person may still read it, and their note. */
export function reminderText(
  organization: Organization,
  user: User,
  messageId: number,
  note: string,
): string {
  const message = messageById(organization.db, messageId)
  const noted = note === '' ? '' : `\n\nYour note:\n\n${quote(note)}`
  if (!message || !canRead(organization, user, message)) {
    return `You asked to be reminded of a message that is no longer there for you to read.${noted}`
  }
  const sender = directory(organization).byId.get(message.senderId)
  const who = sender ? ` by @_**${sender.fullName}|${sender.id}**` : ''
  const intro = `You asked to be reminded of [a message](${urlOf(organization, message)})${who}.${noted}`
  return introducedQuote(`${intro}\n\nIt says:\n\n`, message.content)
}

/** A link, where a channel's name would not do: the bot that sends this may not know the channel. */
function urlOf(organization: Organization, message: StoredMessage): string {
  const { id, channelId, topic, conversationId } = message
  if (channelId === null) {
    const { memberIds } = conversation(organization, conversationId)
    return `/#narrow/dm/${memberIds.join(',')}-dm/near/${id}`
  }
  const name = channelDirectory(organization).byId.get(channelId)?.name ?? ''
  return messageUrl({ id: channelId, name }, topic, String(id))
}
