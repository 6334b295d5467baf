// The channels and people that a narrow names, as its viewer may see them.
import { visibleChannel } from '../channels/access'
import type { Channel } from '../channels/repository'
import { ApiError } from '../http/errors'
import { byAddress } from '../messages/recipients'
import type { Organization } from '../organization/organization'
import { canSeeUser } from '../permissions/visibility'
import { directory, type User } from '../users/repository'
import { badNarrow, type PersonReference } from './parse'

/** @throws ApiError BAD_NARROW, the same if there is none and if the viewer may not see it. */
export function namedChannel(
  organization: Organization,
  viewer: User | undefined,
  operand: number | string,
): Channel {
  const asId = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : undefined
  for (const reference of asId === undefined ? [operand] : [operand, asId]) {
    try {
      return visibleChannel(organization, viewer, reference)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  throw badNarrow('unknown channel')
}

/** The sender named, who may be `me`. @throws ApiError BAD_NARROW */
export function namedSender(
  organization: Organization,
  viewer: User | undefined,
  operand: PersonReference,
): number {
  if (operand === 'me' && viewer) return viewer.id
  return namedPerson(organization, viewer, operand)
}

/** @throws ApiError BAD_NARROW, the same if there is no such person and if they are out of the viewer's sight. */
export function namedPeople(
  organization: Organization,
  viewer: User | undefined,
  operands: readonly PersonReference[],
): ReadonlySet<number> {
  return new Set(operands.map((operand) => namedPerson(organization, viewer, operand)))
}

function namedPerson(organization: Organization, viewer: User | undefined, operand: PersonReference): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand
  const found = typeof id === 'number' ? directory(organization).byId.get(id) : byAddress(organization, id)
  if (!found || !canSeeUser(organization, viewer, found)) throw badNarrow('unknown user')
  return found.id
}
