// Links of invitations for those to pass on who have invited: as long as no mail goes out, the notification bot writes them.
import { sendDirectNotice } from '../messages/sending/notices'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import type { Invitation } from './repository'
import { invitationLink } from './wire'

/** In code units, so that no message comes out too long. */
const mostOfLines = 9000

/**
 * Writes somebody the links of invitations by address: most clients show nothing of the answer that has them, too.
 * @param origin the address at which the caller reaches the organization
 */
export function sendLinks(
  tx: Transaction,
  inviter: User,
  invitations: readonly Invitation[],
  origin: string,
): void {
  const messages: string[] = []
  for (const invitation of invitations) {
    const line = `* ${asCode(invitation.email ?? '')}: ${invitationLink(invitation, origin)}\n`
    const last = messages.at(-1)
    if (last === undefined || last.length + line.length > mostOfLines) messages.push(line)
    else messages[messages.length - 1] = last + line
  }
  for (const lines of messages) {
    sendDirectNotice(
      tx,
      inviter.id,
      `This server sends no mail yet. Please pass these links on to those whom you have invited:\n\n${lines}`,
    )
  }
}

function asCode(address: string): string {
  return address.includes('`') ? `\`\` ${address} \`\`` : `\`${address}\``
}
