// From a narrow to message IDs: the one way in which messages are found by a narrow.
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import type { User } from '../users/repository'
import { criteriaOf } from './criteria'
import type { Term } from './parse'
import { baseOf, reachOf, type Base } from './reach'
import { Walker, type Found, type IdRange } from './walker'
import { settledTerms } from './with'

/** A narrow as one person sees it at this moment. */
export interface NarrowQuery {
  /** The IDs of its messages, with pauses; what changes in them may be missed, which `Changes` makes up for. */
  ids(range: IdRange): Pieces<Found>
  /** Which of these messages are in it, with pauses. @param ids ascending, as is the answer. */
  among(ids: readonly number[]): Pieces<number[]>
  /** What the narrow means: another text says that it means something else by now. */
  meaning(): string
}

/**
 * Compiles a narrow for a viewer; undefined is somebody who is not logged in.
 * @param base what the narrow ranges over, if not what its operators say.
 * @throws ApiError BAD_NARROW for names that mean nothing to the viewer.
 */
export function narrowQuery(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
  base?: Base,
): NarrowQuery {
  const settled = settledTerms(organization, viewer, terms)
  const criteria = criteriaOf(organization, viewer, settled)
  const reach = reachOf(organization, viewer, criteria, base ?? baseOf(settled))
  const onMessages = criteria.filter((criterion) => criterion.level === 'message')
  const isNarrowed = onMessages.length < criteria.length
  const walker = new Walker(organization, viewer, reach, onMessages, isNarrowed)
  return {
    ids: (range) => walker.ids(range),
    among: (ids) => walker.among(ids),
    meaning: () => JSON.stringify([reach, onMessages.map(({ condition, state }) => [condition, state])]),
  }
}
