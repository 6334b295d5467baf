// Messages as parts of a mail: who wrote, when, and what, as HTML and as plain text.
import { readableText } from '../markdown/readable-text'
import { ready, type Part } from '../mail/body'
import type { Reader } from '../mail/reader'
import type { StoredMessage } from '../messages/repository'
import { canSeeUser } from '../permissions/visibility'
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { html } from '../pages/html'
import { directory, type User } from '../users/repository'
import { mailHtml } from './mail-html'

/** Longer messages are cut in plain text; programs that show HTML get them whole. */
const longestText = 5000

/**
 * A part for each message. @param as `context` is what the person has read, or might have, and stands back behind the rest
 */
export function messageParts(
  organization: Organization,
  person: User,
  reader: Reader,
  messages: readonly StoredMessage[],
  as: 'context' | 'missed',
): Part[] {
  const base = ownUrl(organization)
  return messages.map((message, index) => {
    const name = nameFor(organization, person, message.senderId)
    const when = reader.moment(message.sentAt)
    const isNext = messages[index - 1]?.senderId === message.senderId
    const said = readableText(message.renderedContent)
    const text = said.length > longestText ? `${said.slice(0, longestText).toWellFormed()}…` : said
    return ready(
      html`<div
        ${as === 'context' && html` class="soft"`}
        style="margin:0 0 12px${as === 'context' && ';color:#586274'}"
      >
        ${!isNext && html`<p style="margin:0 0 4px"><strong>${name}</strong> <span class="soft" style="color:#586274;font-size:13px">${when}</span></p>`}
        ${mailHtml(message.renderedContent, base)}
      </div>`,
      isNext ? text : `${name} (${when}):\n${text}`,
    )
  })
}

/** What somebody is called before the person: guests may not see everybody. */
export function nameFor(organization: Organization, person: User, userId: number): string {
  const user = directory(organization).byId.get(userId)
  return user && canSeeUser(organization, person, user) ? user.fullName : unknownName
}

const unknownName = 'Unknown user'
