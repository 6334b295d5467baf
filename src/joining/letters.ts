// The letter with which somebody who wants to join proves their address.
import { isOpen } from '../invitations/actions'
import { invitationById } from '../invitations/repository'
import { letterKind } from '../mail/letter'
import { readerOf, strangerAt } from '../mail/reader'
import { seconds } from '../organization/clock'
import { directory, emailKey } from '../users/repository'
import { registrationLetter, registrationPath } from './registering'

export const registrationLetters = letterKind(registrationLetter, ({ organization, payload }) => {
  const { address, invitationId, expiresAt } = payload
  if (seconds(organization.clock) >= expiresAt) return undefined
  const holder = directory(organization).byEmailKey.get(emailKey(address))
  if (holder) {
    if (!holder.isActive) return undefined
    const { texts, sender, letter } = readerOf(organization, holder)
    return letter(texts.alreadyHere(sender, { name: holder.fullName }))
  }
  const invitation = invitationId === null ? undefined : invitationById(organization.db, invitationId)
  if (invitationId !== null && !(invitation && isOpen(organization, invitation))) return undefined
  const { texts, sender, moment, letter } = strangerAt(organization, address)
  const claim = { address, invitationKey: invitation?.key ?? null, expiresAt }
  const url = sender.url + registrationPath(organization, claim)
  return letter(texts.registration(sender, { url, until: moment(expiresAt) }))
})
