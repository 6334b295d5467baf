// Telling owners that the certificate of their address ends soon and the next one can't be had, while there is time to do something.
import { Type, type Static } from '@sinclair/typebox'
import { queueMail } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { isOwner } from '../users/rank'
import { directory } from '../users/repository'

export const certificateLetter = {
  name: 'certificate-ends',
  facts: Type.Object({
    userId: Type.Integer(),
    /** The host name. */
    host: Type.String(),
    /** UNIX seconds. */
    until: Type.Integer(),
    /** What the authority said, or that the files have not changed. */
    why: Type.String(),
  }),
}

export type EndingCertificate = Omit<Static<typeof certificateLetter.facts>, 'userId'>

export function tellOfCertificate(organization: Organization, ending: EndingCertificate): Promise<void> {
  return organization.write((tx) => {
    for (const { id: userId } of directory(organization).all.filter((user) => isOwner(user) && user.isActive))
      queueMail(tx, certificateLetter, { userId, ...ending })
  })
}
