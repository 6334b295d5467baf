// Roles as parameters, and what a call may demand of its caller: a role, or to be a person.
import { Type } from '@sinclair/typebox'
import { botTypes } from '../users/bot-types'
import { isAdministrator, isOwner, type Ranked } from '../users/rank'
import type { User } from '../users/repository'
import { badRequest } from './errors'
import type { CallingBots } from './route'

export const Role = Type.Union(
  [Type.Literal(100), Type.Literal(200), Type.Literal(300), Type.Literal(400), Type.Literal(600)],
  { description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest' },
)

/** @throws ApiError BAD_REQUEST */
export function assertAdministrator(caller: Ranked): void {
  if (!isAdministrator(caller)) throw badRequest('Must be an organization administrator')
}

/** @throws ApiError BAD_REQUEST */
export function assertOwner(caller: Ranked): void {
  if (!isOwner(caller)) throw badRequest('Must be an organization owner')
}

/** @throws ApiError BAD_REQUEST for bots that a call is not for */
export function assertTakes(bots: CallingBots, { botType }: User): void {
  if (botType === null || bots === 'all') return
  if (bots === 'none') throw badRequest('This endpoint does not accept bot requests.')
  if (botType === botTypes.incomingWebhook)
    throw badRequest('This endpoint is not available to incoming webhook bots: they can only send messages.')
}
