// What happens when somebody is new here: they are greeted, and the others may be told.
import { Type } from '@sinclair/typebox'
import { channelDirectory } from '../channels/repository'
import { invalidParameter } from '../http/errors'
import { assertAdministrator } from '../http/roles'
import { isBlank } from '../http/visible-text'
import { queueMail } from '../mail/queueing'
import { sendChannelNotice, sendDirectNotice } from '../messages/sending/notices'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'

export const welcomeLetter = { name: 'welcome', facts: Type.Object({ userId: Type.Integer() }) }

/** Greets a new person, and tells of them in `signup_announcements_stream_id`. @param text Markdown; empty is no greeting */
export function welcome(tx: Transaction, user: User, text: string): void {
  const { signup_announcements_stream_id: channelId, send_welcome_emails } = settings(tx.organization)
  if (send_welcome_emails) queueMail(tx, welcomeLetter, { userId: user.id })
  const channel = channelDirectory(tx.organization).byId.get(channelId)
  if (channel && !channel.isArchived) {
    sendChannelNotice(tx, channel.id, 'signups', `@_**|${user.id}** has joined.`)
  }
  if (!isBlank(text)) greet(tx, user, text)
}

/**
 * Sends an administrator a greeting as new people would get it.
 * @returns the message's ID
 * @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID
 */
export function tryWelcome(organization: Organization, caller: User, text: string): Promise<number> {
  assertAdministrator(caller)
  const parameter = 'welcome_message_custom_text'
  if (isBlank(text)) throw invalidParameter(parameter, `${parameter} is empty`)
  return organization.write((tx) => greet(tx, caller, text))
}

/** Whoever has just come needs no notification of it. */
function greet(tx: Transaction, user: User, text: string): number {
  return sendDirectNotice(tx, user.id, text, { isQuiet: true })
}
