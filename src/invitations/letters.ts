// The letter that invites somebody by their address.
import { letterKind } from '../mail/letter'
import { strangerAt } from '../mail/reader'
import { ownUrl } from '../organization/address'
import { directory } from '../users/repository'
import { isOpen } from './actions'
import { invitationLetter } from './passing-on'
import { invitationById } from './repository'
import { invitationLink } from './wire'

export const invitationLetters = letterKind(invitationLetter, ({ organization, payload }) => {
  const invitation = invitationById(organization.db, payload.invitationId)
  if (!invitation || invitation.email === null || !isOpen(organization, invitation)) return undefined
  const { texts, sender, moment, letter } = strangerAt(organization, invitation.email)
  const inviter = directory(organization).byId.get(invitation.inviterId)
  return letter(
    texts.invitation(sender, {
      inviter: inviter?.fullName ?? sender.name,
      url: invitationLink(invitation, ownUrl(organization)),
      until: invitation.expiresAt === null ? '' : moment(invitation.expiresAt),
    }),
  )
})
