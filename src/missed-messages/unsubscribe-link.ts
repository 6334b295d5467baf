// Links with which people end mails of a kind, without logging in: signed, so that nobody ends those of others.
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { isSignedShort, shortSignature, signature } from '../organization/signing'

/** The mails that come again and again; their names stand in links. */
export const mailKinds = ['missed_messages', 'digest'] as const
export type MailKind = (typeof mailKinds)[number]

const purpose = 'unsubscribing'

/** The page on which the person ends mails of a kind. It works for as long as the account is there. */
export function unsubscribeUrl(organization: Organization, kind: MailKind, userId: number): string {
  const signed = signature(organization, purpose, `${kind} ${userId}`).slice(0, shortSignature)
  return `${ownUrl(organization)}/unsubscribe/${kind}/${userId}.${signed}`
}

/** The headers by which mail programs offer it themselves, with one click (RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Whose link it is; undefined for one that the organization has not made. */
export function holderOf(organization: Organization, kind: MailKind, token: string): number | undefined {
  const [, id = '', signed = ''] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(token) ?? []
  return isSignedShort(organization, purpose, `${kind} ${id}`, signed) ? Number(id) : undefined
}
