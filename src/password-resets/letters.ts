// The letter with a link for a new password.
import { letterKind } from '../mail/letter'
import { readerOf } from '../mail/reader'
import { linkToSend, passwordLetter } from './actions'

export const passwordLetters = letterKind(passwordLetter, ({ organization, payload }) => {
  const link = linkToSend(organization, payload.nonce)
  if (!link) return undefined
  const { texts, sender, moment, letter } = readerOf(organization, link.user)
  const url = sender.url + link.path
  return letter(texts.passwordReset(sender, { name: link.user.fullName, url, until: moment(link.expiresAt) }))
})
