// The letters about accounts: welcome, another address, deactivated.
import { trimmed } from '../http/visible-text'
import { letterKind, type LetterKind } from '../mail/letter'
import { readerOf } from '../mail/reader'
import { directory } from '../users/repository'
import { addressChangedLetter, confirmationPath, confirmLetter, userToChange } from './address-changes'
import { deactivatedLetter } from './activation'
import { welcomeLetter } from './welcoming'

const welcome = letterKind(welcomeLetter, ({ organization, payload }) => {
  const user = directory(organization).byId.get(payload.userId)
  if (!user?.isActive) return undefined
  const { texts, sender, letter } = readerOf(organization, user)
  return letter(texts.welcome(sender, { name: user.fullName, address: user.email }))
})

const confirm = letterKind(confirmLetter, ({ organization, payload }) => {
  const user = userToChange(organization, payload)
  if (!user) return undefined
  const { texts, sender, moment, letter } = readerOf(organization, user)
  const { address, expiresAt } = payload
  const url = sender.url + confirmationPath(organization, payload)
  const said = { name: user.fullName, url, until: moment(expiresAt), address }
  return { ...letter(texts.confirmAddress(sender, said)), to: { name: user.fullName, address } }
})

const addressChanged = letterKind(addressChangedLetter, ({ organization, payload }) => {
  const user = directory(organization).byId.get(payload.userId)
  if (!user) return undefined
  const { texts, sender, letter } = readerOf(organization, user)
  const said = letter(texts.addressChanged(sender, { name: user.fullName, address: user.email }))
  return { ...said, to: { name: user.fullName, address: payload.oldAddress } }
})

const deactivated = letterKind(deactivatedLetter, ({ organization, payload }) => {
  const user = directory(organization).byId.get(payload.userId)
  if (!user || user.isActive) return undefined
  const { texts, sender, letter } = readerOf(organization, user)
  return letter(texts.deactivated(sender, { name: user.fullName, comment: trimmed(payload.comment) }))
})

export const accountLetters: readonly LetterKind[] = [welcome, confirm, addressChanged, deactivated]
