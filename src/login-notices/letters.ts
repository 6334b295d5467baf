// The letter that tells of a login from somewhere new.
import { letterKind } from '../mail/letter'
import { readerOf } from '../mail/reader'
import { directory } from '../users/repository'
import { loginLetter } from './noticing'

export const loginLetters = letterKind(loginLetter, ({ organization, payload }) => {
  const user = directory(organization).byId.get(payload.userId)
  if (!user?.isActive) return undefined
  const { texts, sender, moment, letter } = readerOf(organization, user)
  const { at, device, address } = payload
  return letter(texts.login(sender, { name: user.fullName, place: { when: moment(at), device, address } }))
})
