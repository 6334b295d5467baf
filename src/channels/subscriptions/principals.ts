// The people whom a call about subscriptions means.
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { sightOf } from '../../permissions/visibility'
import { directory, emailKey, type User } from '../../users/repository'
import { apiEmail } from '../../users/wire'

/** User IDs, or API e-mail addresses. */
export type Principals = readonly (number | string)[]

/**
 * The accounts meant, each once; the caller if nobody is named.
 * @throws ApiError BAD_REQUEST for somebody who is not there, or out of the caller's sight.
 */
export function resolvePrincipals(
  organization: Organization,
  caller: User,
  principals: Principals | undefined,
): User[] {
  if (principals === undefined) return [caller]
  const people = new Map<number, User>()
  const sees = sightOf(organization, caller)
  const byEmail = principals.some((principal) => typeof principal === 'string')
    ? byApiEmail(organization)
    : undefined
  for (const principal of principals) {
    const user =
      typeof principal === 'number'
        ? directory(organization).byId.get(principal)
        : byEmail?.get(emailKey(principal.trim()))
    if (!user || user.isSystemBot || !sees(user)) throw noSuchPrincipal(principal)
    people.set(user.id, user)
  }
  return [...people.values()]
}

/** Where the real address is hidden, only the stand-in that clients are given names the person. */
function byApiEmail(organization: Organization): Map<string, User> {
  return new Map(directory(organization).all.map((user) => [emailKey(apiEmail(organization, user)), user]))
}

function noSuchPrincipal(principal: number | string) {
  const what = typeof principal === 'number' ? `user ID ${principal}` : `email '${principal.slice(0, 254)}'`
  return badRequest(`principals: invalid ${what}`)
}

/** @throws ApiError BAD_REQUEST naming the first who is deactivated. */
export function assertActive(people: readonly User[]): void {
  const gone = people.find((user) => !user.isActive)
  if (gone) throw badRequest(`User ${gone.id} is deactivated`)
}
