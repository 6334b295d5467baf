// What `confab mail receive` does: mails taken in.
import { Type } from '@sinclair/typebox'
import { acceptMail } from '../incoming-mail/accepting'
import { recipientOf, type Recipient } from '../incoming-mail/recipients'
import type { Organization } from '../organization/organization'
import type { Organizations } from '../organization/organizations'
import { operation } from './operation'

export const receiveOneMail = operation(
  'mail/receive',
  Type.Object({
    /** Groups of addresses: those of the first that has any that is known here. */
    recipients: Type.Array(Type.Array(Type.String())),
    mail_base64: Type.String(),
  }),
  Type.Object({ accepted: Type.Integer() }),
  async (organizations, { recipients, mail_base64: base64 }) => {
    const known = knownOf(organizations, recipients)
    const mail = Buffer.from(base64, 'base64')
    for (const { organization, recipient } of known) await acceptMail(organization, recipient, mail)
    return { accepted: known.length }
  },
)

interface Addressed {
  organization: Organization
  recipient: Recipient
}

/** What stands in the addresses tells the organization, too: nobody else has such a token. */
function knownOf({ all }: Organizations, groups: readonly (readonly string[])[]): Addressed[] {
  for (const addresses of groups) {
    const known = [...new Set(addresses)].flatMap((address) =>
      all.flatMap((organization) => {
        const recipient = recipientOf(organization, address)
        return recipient ? [{ organization, recipient }] : []
      }),
    )
    if (known.length > 0) return known
  }
  return []
}
