// What a reminder says.
import { canRead } from '../messages/access'
import { messageUrlOf } from '../messages/message-url'
import { introducedQuote, quote } from '../messages/quoting'
import { messageById } from '../messages/repository'
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
  // A channel's name would not do for a link: the bot that sends this may not know the channel.
  const link = `[a message](${messageUrlOf(organization, message)})`
  const intro = `You asked to be reminded of ${link}${who}.${noted}`
  return introducedQuote(`${intro}\n\nIt says:\n\n`, message.content)
}
