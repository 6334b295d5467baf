// What a call may demand of its caller's role.
import { isAdministrator, isOwner, type Ranked } from '../users/rank'
import { badRequest } from './errors'

/** @throws ApiError BAD_REQUEST */
export function assertAdministrator(caller: Ranked): void {
  if (!isAdministrator(caller)) throw badRequest('Must be an organization administrator')
}

/** @throws ApiError BAD_REQUEST */
export function assertOwner(caller: Ranked): void {
  if (!isOwner(caller)) throw badRequest('Must be an organization owner')
}
