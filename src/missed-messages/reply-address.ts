// Addresses at which a person answers a message by mail: signed, so that nobody else can make one, and good for a month.
import { messageById, type StoredMessage } from '../messages/repository'
import { seconds } from '../organization/clock'
import { incomingAddress, receivesMail } from '../organization/mail-address'
import type { Organization } from '../organization/organization'
import { isSignedShort, shortSignature, signature } from '../organization/signing'

const purpose = 'reply by mail'

/** So long after a message was sent it can be answered by mail, in seconds. */
const lifetime = 30 * 24 * 3600

/** The address at which mails are answers of the person where the message is then; undefined where no mail is received. */
export function replyAddress(
  organization: Organization,
  userId: number,
  messageId: number,
): string | undefined {
  if (!receivesMail(organization)) return undefined
  const signed = signature(organization, purpose, `${userId} ${messageId}`).slice(0, shortSignature)
  const local = `reply.${userId.toString(36)}.${messageId.toString(36)}.${signed}`
  return incomingAddress(organization, local, '')
}

/** Whom and what such an address stands for: it may be one of long ago. @param local what stands before its @ */
export function replyOf(
  organization: Organization,
  local: string,
): { userId: number; messageId: number } | undefined {
  const [, user = '', message = '', signed = ''] = form.exec(local.toLowerCase()) ?? []
  const [userId, messageId] = [Number.parseInt(user, 36), Number.parseInt(message, 36)]
  if (!isSignedShort(organization, purpose, `${userId} ${messageId}`, signed)) return undefined
  return { userId, messageId }
}

const form = /(?:^|[.+])reply\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-f]{32})$/

/** The message to which such an answer belongs; undefined if it is gone, or too old to be answered by mail. */
export function answeredMessage(organization: Organization, messageId: number): StoredMessage | undefined {
  const message = messageById(organization.db, messageId)
  return message && seconds(organization.clock) - message.sentAt < lifetime ? message : undefined
}
