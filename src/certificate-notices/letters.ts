// The letter that tells owners of a certificate that ends soon.
import { letterKind } from '../mail/letter'
import { readerOf } from '../mail/reader'
import { directory } from '../users/repository'
import { certificateLetter } from './telling'

export const certificateLetters = letterKind(certificateLetter, ({ organization, payload }) => {
  const user = directory(organization).byId.get(payload.userId)
  if (!user?.isActive) return undefined
  const { texts, sender, moment, letter } = readerOf(organization, user)
  const { host, until, why } = payload
  return letter(texts.certificateEnds(sender, { name: user.fullName, host, until: moment(until), why }))
})
