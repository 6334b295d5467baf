// What an administrator changes of a person: name, role, address, custom profile fields (reference: update-user).
import { changeProfile, type ProfileEntry } from '../profile-fields/values'
import type { Organization } from '../organization/organization'
import { takeAddress } from './address-changes'
import { changeFullName, presentUser } from './profile'
import type { User } from '../users/repository'
import { assertMayChangeRole, changeRole } from './roles'
import { badRequest } from '../http/errors'
import { assertOwner } from '../http/roles'

export interface PersonUpdate {
  full_name?: string
  role?: number
  /** Owners only. */
  new_email?: string
  profile_data?: readonly ProfileEntry[]
}

/**
 * All of it or nothing; the caller is an administrator.
 * @throws ApiError BAD_REQUEST
 */
export function updatePerson(
  organization: Organization,
  caller: User,
  user: User,
  { full_name, role, new_email, profile_data }: PersonUpdate,
): Promise<void> {
  if (new_email !== undefined) {
    assertOwner(caller)
    if (user.botType !== null) throw badRequest("The address of a bot can't be changed")
  }
  return organization.write((tx) => {
    const present = (): User => presentUser(organization, user.id)
    if (role !== undefined) {
      assertMayChangeRole(organization, caller, present(), role)
      changeRole(tx, present(), role)
    }
    if (full_name !== undefined) changeFullName(tx, present(), full_name)
    if (new_email !== undefined) takeAddress(tx, present(), new_email, 'new_email')
    changeProfile(tx, caller, present(), profile_data ?? [])
  })
}
