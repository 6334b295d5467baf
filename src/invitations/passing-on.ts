// Links of invitations on their way: by mail to those who are invited; where this server sends none, the notification bot
// writes them to whoever has invited, to pass them on.
import { Type } from '@sinclair/typebox'
import { isMailConfigured, queueMail } from '../mail/queueing'
import { sendDirectNotice } from '../messages/sending/notices'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import type { Invitation } from './repository'
import { invitationLink } from './wire'

/** In code units, so that no message comes out too long. */
const mostOfLines = 9000

export const invitationLetter = {
  name: 'invitation',
  facts: Type.Object({ invitationId: Type.Integer() }),
}

/**
 * Sends invitations by address.
 * @param origin the address at which the caller reaches the organization
 */
export function sendLinks(
  tx: Transaction,
  inviter: User,
  invitations: readonly Invitation[],
  origin: string,
): void {
  if (!isMailConfigured(tx.organization)) return tellInviter(tx, inviter, invitations, origin)
  for (const { id } of invitations) {
    queueMail(tx, invitationLetter, { invitationId: id }, { key: `invitation ${id}` })
  }
}

/** Most clients show nothing of the answer that has the links, too. */
function tellInviter(
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
      `This server sends no mail. Please pass these links on to those whom you have invited:\n\n${lines}`,
    )
  }
}

function asCode(address: string): string {
  return address.includes('`') ? `\`\` ${address} \`\`` : `\`${address}\``
}
