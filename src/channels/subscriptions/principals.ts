// The people whom a call about subscriptions means.
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { directory, emailKey, type User } from '../../users/repository'
import { apiEmail } from '../../users/wire'

/** User IDs, or API e-mail addresses. */
export type Principals = readonly (number | string)[]

/**
 * The accounts meant, each once; the caller if nobody is named.
 * @throws ApiError BAD_REQUEST for somebody who is not there.
 */
export function resolvePrincipals(
  organization: Organization,
  caller: User,
  principals: Principals | undefined,
): User[] {
  if (principals === undefined) return [caller]
  const people = new Map<number, User>()
  for (const principal of principals) {
    const user =
      typeof principal === 'number' ? byId(organization, principal) : byEmail(organization, principal)
    people.set(user.id, user)
  }
  return [...people.values()]
}

function byId(organization: Organization, id: number): User {
  const user = directory(organization).byId.get(id)
  if (!user || user.isSystemBot) throw badRequest(`principals: invalid user ID ${id}`)
  return user
}

function byEmail(organization: Organization, email: string): User {
  const { all, byEmailKey } = directory(organization)
  const key = emailKey(email.trim())
  const real = byEmailKey.get(key)
  // Where the real address is hidden, only the stand-in that clients are given names the person.
  const user =
    real && emailKey(apiEmail(organization, real)) === key
      ? real
      : all.find((each) => emailKey(apiEmail(organization, each)) === key)
  if (!user || user.isSystemBot) throw badRequest(`principals: invalid email '${email.slice(0, 254)}'`)
  return user
}

/** @throws ApiError BAD_REQUEST naming the first who is deactivated. */
export function assertActive(people: readonly User[]): void {
  const gone = people.find((user) => !user.isActive)
  if (gone) throw badRequest(`User ${gone.id} is deactivated`)
}
