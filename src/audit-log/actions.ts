// Reading the audit log: owners over the API, and the command line.
import { badRequest } from '../http/errors'
import { assertOwner } from '../http/roles'
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import type { User } from '../users/repository'
import { peopleOf, placeOf, someEntries, type AuditEntry, type AuditFilters } from './repository'

export interface AuditRequest extends AuditFilters {
  /** The page begins with the entry that is next older than this one. */
  beforeId?: number | undefined
  limit: number
}

export interface AuditPage {
  /** The newest first. */
  entries: AuditEntry[]
  /** By entry ID, the people whom it is about. */
  people: ReadonlyMap<number, readonly number[]>
  /** Whether there is nothing older. */
  foundOldest: boolean
}

/** The most entries of a page. */
export const longestPage = 1000

/** How many entries are looked at before others have their turn. */
const entriesPerPiece = 500

/** @throws ApiError BAD_REQUEST for anyone but owners, and as `auditPage` does */
export function auditPageFor(
  organization: Organization,
  caller: User,
  request: AuditRequest,
): Pieces<AuditPage> {
  assertOwner(caller)
  return auditPage(organization, request)
}

/** @throws ApiError BAD_REQUEST if there is no entry to begin at */
export function* auditPage(organization: Organization, request: AuditRequest): Pieces<AuditPage> {
  const { db } = organization
  const { beforeId, limit } = request
  if (request.objectId !== undefined && request.objectKind === undefined) {
    throw badRequest('object_id needs object_type, too')
  }
  let before = beforeId === undefined ? undefined : placeOf(db, beforeId)
  if (beforeId !== undefined && !before) throw badRequest(`There is no entry ${beforeId}`)
  const found: AuditEntry[] = []
  // One more than is wanted tells whether there is more.
  while (found.length <= limit) {
    const some = someEntries(db, request, before, entriesPerPiece)
    found.push(...some.filter((entry) => isWanted(entry, request)))
    before = some.at(-1)
    if (some.length < entriesPerPiece) break
    yield
  }
  const entries = found.slice(0, limit)
  const ids = entries.map(({ id }) => id)
  return { entries, people: peopleOf(db, ids), foundOldest: found.length <= limit }
}

function isWanted(
  { actorId, action, objectKind, objectId }: AuditEntry,
  wanted: Pick<AuditFilters, 'actorId' | 'actions' | 'objectKind' | 'objectId'>,
): boolean {
  return (
    (wanted.actorId === undefined || actorId === wanted.actorId) &&
    (wanted.objectKind === undefined || objectKind === wanted.objectKind) &&
    (wanted.objectId === undefined || objectId === wanted.objectId) &&
    (wanted.actions?.some((name) => name === action) ?? true)
  )
}
