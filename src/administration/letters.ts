// The letter that tells owners that their organization was closed.
import { letterKind } from '../mail/letter'
import { readerOf } from '../mail/reader'
import { settings } from '../organization/settings'
import { directory } from '../users/repository'
import { closedLetter } from './settings'

export const administrationLetters = letterKind(closedLetter, ({ organization, payload }) => {
  const { byId: people } = directory(organization)
  const user = people.get(payload.userId)
  if (!user?.isActive || !settings(organization).is_deactivated) return undefined
  const by = payload.byId === null ? '' : (people.get(payload.byId)?.fullName ?? '')
  const { texts, sender, letter } = readerOf(organization, user)
  return letter(texts.organizationDeactivated(sender, { name: user.fullName, by }))
})
