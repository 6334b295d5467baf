// What administrators can do with data exports: ask for one, and delete it.
import { statfsSync } from 'node:fs'
import { removeFilesKind } from '../attachments/removing'
import { record } from '../audit-log/recording'
import { emit } from '../events/event'
import { ApiError, badRequest } from '../http/errors'
import { assertAdministrator } from '../http/roles'
import { isOpenJob } from '../jobs/repository'
import { enqueue } from '../jobs/queueing'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { exportConsents } from '../user-settings/export-consents'
import { isOwner } from '../users/rank'
import { directory, type User } from '../users/repository'
import { randomToken } from '../users/tokens'
import { dropJobOf, makingType, onlyOne } from './making-type'
import {
  archivesBefore,
  bytesOfAll,
  exportById,
  exportsSince,
  firstArchive,
  insertExport,
  pendingExport,
  updateExport,
  type DataExport,
} from './repository'
import { exportsEvent } from './wire'

/** How many an organization may ask for in a week. */
const mostPerWeek = 5
const weekSeconds = 7 * 24 * 3600
/** Room that an archive leaves on the disk, in bytes. */
const leftRoom = 512 * 1024 * 1024

/**
 * Has an archive made, in the background: 1 of what is public, 2 also of what those see who have consented.
 * @throws ApiError BAD_REQUEST for callers who are no administrators, while another is being made, where no owner has consented to
 *   2, and where the disk has no room for it; RATE_LIMIT_HIT
 */
export function requestExport(organization: Organization, caller: User, kind: 1 | 2): Promise<DataExport> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    assertNoOther(tx)
    assertInTime(tx)
    if (kind === 2) assertOwnerConsents(organization)
    assertRoom(tx)
    const now = seconds(organization.clock)
    const made = insertExport(tx, {
      userId: caller.id,
      kind,
      startedAt: now,
      fileName: `${organization.subdomain || 'confab'}-export-${new Date(now * 1000).toISOString().slice(0, 10)}.tar.gz`,
      fileKey: randomToken(18),
    })
    enqueue(tx, makingType, { id: made.id }, { key: onlyOne })
    record(tx, 'export.requested', { id: made.id, changes: { type: { old: null, new: kind } } })
    emit(tx, exportsEvent(organization, [caller.id]))
    return made
  })
}

/**
 * Deletes the archive of an export, which stays on the list.
 * @throws ApiError BAD_REQUEST for callers who are no administrators, and if there is nothing to delete
 */
export function deleteExport(organization: Organization, caller: User, id: number): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const found = exportById(tx, id)
    if (!found) throw badRequest('Invalid data export ID')
    if (found.deletedAt !== null) throw badRequest('Export already deleted')
    if (found.failedAt !== null) throw badRequest('Export failed, nothing to delete')
    if (found.size === null) throw badRequest('Export still in progress')
    removeArchive(tx, found, [caller.id, found.userId])
  })
}

/** When the next archive has been there for as long as they are kept, in milliseconds. */
export function nextOldArchive({ db, rules }: Organization): number {
  const startedAt = firstArchive(db)
  return startedAt === null ? never : momentOf(startedAt + rules.keepExportsSeconds)
}

/** Deletes the archives that have been there for as long as they are kept. Called by the timer. */
export async function removeOldArchives(organization: Organization): Promise<void> {
  const time = seconds(organization.clock) - organization.rules.keepExportsSeconds
  await organization.write((tx) => {
    for (const made of archivesBefore(tx, time)) removeArchive(tx, made, [made.userId])
  })
}

/** Nobody finds the archive from here on; its content goes by a job. */
function removeArchive(tx: Transaction, { id, fileKey }: DataExport, told: readonly number[]): void {
  updateExport(tx, id, { deletedAt: seconds(tx.organization.clock) })
  if (fileKey !== null) enqueue(tx, removeFilesKind, { ids: [], keys: [fileKey] })
  record(tx, 'export.deleted', { id })
  emit(tx, exportsEvent(tx.organization, told))
}

/** One whose job is gone, by the operator's hand or after many attempts, is none any more. */
function assertNoOther(tx: Transaction): void {
  const pending = pendingExport(tx)
  if (!pending) return
  if (isOpenJob(tx, makingType.name, onlyOne))
    throw badRequest('An export is being made already: wait until it is done')
  updateExport(tx, pending.id, { failedAt: seconds(tx.organization.clock), failure: dropJobOf })
}

function assertInTime(tx: Transaction): void {
  const now = seconds(tx.organization.clock)
  const { count, first } = exportsSince(tx, now - weekSeconds)
  if (count < mostPerWeek) return
  const wait = Math.max(1, (first ?? now) + weekSeconds - now)
  const message = `At most ${mostPerWeek} exports can be made in a week`
  throw new ApiError('RATE_LIMIT_HIT', message, { 'retry-after': wait }, { 'retry-after': String(wait) })
}

function assertOwnerConsents(organization: Organization): void {
  const consenting = new Set(
    exportConsents(organization).flatMap(({ userId, hasConsented }) => (hasConsented ? [userId] : [])),
  )
  const { all } = directory(organization)
  if (all.some((user) => isOwner(user) && consenting.has(user.id))) return
  throw badRequest(
    'Make sure that at least one organization owner consents to the export of their private data.',
  )
}

/** A copy of the database, and an archive that is as large as all of it at worst. */
function assertRoom(tx: Transaction): void {
  const { database, files } = bytesOfAll(tx)
  const { bavail, bsize } = statfsSync(tx.organization.folder)
  if (bavail * bsize - 2 * database - files >= leftRoom) return
  throw badRequest(
    'The server has not enough room for an archive: please request a manual export from those who run it (`confab organization export`).',
  )
}
