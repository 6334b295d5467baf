// What people can do with user groups.
import { badRequest } from '../http/errors'
import type { User } from '../users/repository'
import { isGuest } from '../users/rank'

/** @throws ApiError BAD_REQUEST for guests and bots (reference: get-user-groups). */
export function assertMayListGroups(caller: User): void {
  if (isGuest(caller)) throw badRequest('Not allowed for guest users')
  if (caller.botType !== null) throw badRequest('This endpoint does not accept bot requests.')
}
