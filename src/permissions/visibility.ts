// Who may see whom: everybody sees everybody, but for guests where the organization keeps people from them.
import { permissionGroupId } from './permissions'
import type { Organization } from '../organization/organization'
import { systemGroupId } from '../user-groups/repository'
import { isGuest } from '../users/rank'
import { knownToGuest, type User } from '../users/repository'

/** Whether guests of this organization see only those they have something to do with. */
export function limitsGuests(organization: Organization): boolean {
  const allowed = permissionGroupId(organization, 'can_access_all_users_group')
  return allowed !== systemGroupId(organization, 'role:everyone')
}

/**
 * Whether the viewer may see the person. A guest of limited sight sees themselves, bots, those in the same
 * channels and those in the same direct conversations.
 */
export function canSeeUser(organization: Organization, viewer: User | undefined, user: User): boolean {
  return sightOf(organization, viewer)(user)
}

/** `canSeeUser` for many people: what it takes is looked up once. */
export function sightOf(organization: Organization, viewer: User | undefined): (user: User) => boolean {
  if (!viewer || !isGuest(viewer) || !limitsGuests(organization)) return seesEverybody
  const known = knownToGuest(organization.db, viewer.id)
  return (user) => user.id === viewer.id || user.botType !== null || known.has(user.id)
}

/** The sight of all who are not limited. */
export const seesEverybody = (): boolean => true
