// Who lets administrators have what is private to them in a data export: a personal setting that administrators are told of.
import type { ServerEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import { isAdministrator } from '../users/rank'
import { directory, type User } from '../users/repository'
import { userSetting } from './repository'

export const consentSetting = 'allow_private_data_export'

export interface ExportConsent {
  userId: number
  hasConsented: boolean
}

/** Of everybody with an active account, by ID. Bots do as their owners. */
export function exportConsents(organization: Organization): ExportConsent[] {
  return directory(organization)
    .all.filter(({ isActive, botType }) => isActive && botType === null)
    .map(({ id }) => ({ userId: id, hasConsented: userSetting(organization, id, consentSetting) }))
}

/** `realm_export_consent`, to administrators: when the setting changes, and when somebody comes or comes back. */
export function consentEvent(organization: Organization, { id }: Pick<User, 'id'>): ServerEvent {
  const { all } = directory(organization)
  return {
    type: 'realm_export_consent',
    audience: all.filter((user) => isAdministrator(user)).map((user) => user.id),
    payload: () => ({ user_id: id, consented: userSetting(organization, id, consentSetting) }),
  }
}
