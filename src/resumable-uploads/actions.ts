// What can be done with resumable uploads: begin them, make files of those that are whole, forget those nobody goes on with.
import { link, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { attachmentById, type Attachment } from '../attachments/repository'
import { badRequest, noneOfOwn } from '../http/errors'
import { momentOf, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { largestFile, tooLarge } from '../uploads/limits'
import { discardTemporary, finishUpload, temporaryFile } from '../uploads/storing'
import type { User } from '../users/repository'
import {
  countUnfinished,
  deleteUpload,
  expiredUploads,
  firstExpiry,
  insertUpload,
  unfinishedOf,
  updateUpload,
  uploadById,
  uploadIds,
  type ResumableUpload,
} from './repository'
import { giveBack, handOver, isIdle, lifetimeSeconds, locks, reserve } from './room'

/** Those who go on have their time prolonged, though not with every part. */
const prolongedEachSeconds = 600
const unfinishedPerPerson = 100
/** In UTF-16 units. */
const longestMetadata = 4096

export function folderOf({ folder }: Organization): string {
  return join(folder, 'uploads', 'resumable')
}

export function fileOf(organization: Organization, id: string): string {
  return join(folderOf(organization), id)
}

/** Somebody's own upload. @throws ApiError BAD_REQUEST (404) if there is none, which is all that others learn */
export function ownUpload(organization: Organization, caller: User, id: string): ResumableUpload {
  const upload = uploadById(organization.db, id)
  if (upload?.ownerId !== caller.id || isGone(organization, upload)) throw noSuchUpload()
  return upload
}

/** The file that somebody's upload has become; undefined as long as it is not whole. */
export function fileMade(
  { db }: Organization,
  { attachmentId }: Pick<ResumableUpload, 'attachmentId'>,
): Attachment | undefined {
  return attachmentId === null ? undefined : attachmentById(db, attachmentId)
}

/**
 * Makes an upload known, and keeps room for it.
 * @param length bytes; undefined where that is said later
 * @param metadata `Upload-Metadata`
 * @throws ApiError PAYLOAD_TOO_LARGE, REALM_UPLOAD_QUOTA; BAD_REQUEST if they have too many that are not whole, or for
 *   metadata that are too long
 */
export async function beginUpload(
  organization: Organization,
  caller: User,
  { id, length, metadata }: { id: string; length: number | undefined; metadata: string },
): Promise<void> {
  if ((length ?? 0) > largestFile(organization)) throw tooLarge(organization)
  if (metadata.length > longestMetadata) {
    throw badRequest(`Upload-Metadata is too long (limit: ${longestMetadata} characters)`)
  }
  await makeWay(organization, caller)
  reserve(organization, id, length ?? 0)
  try {
    await organization.write((tx) => {
      if (countUnfinished(tx, caller.id) >= unfinishedPerPerson) {
        throw badRequest(`You can have at most ${unfinishedPerPerson} unfinished uploads`)
      }
      const expiresAt = seconds(organization.clock) + lifetimeSeconds
      insertUpload(tx, { id, ownerId: caller.id, length: length ?? null, metadata, expiresAt })
    })
  } catch (error) {
    giveBack(organization, id)
    throw error
  }
}

/** Says how long an upload is whose sender did not know at first. @throws as `reserve` does */
export async function declareLength(organization: Organization, id: string, length: number): Promise<void> {
  reserve(organization, id, length)
  await organization.write((tx) => updateUpload(tx, id, { length }))
}

/** Somebody goes on with an upload: it has its time again. */
export async function prolong(organization: Organization, { id, expiresAt }: ResumableUpload): Promise<void> {
  const until = seconds(organization.clock) + lifetimeSeconds
  if (until - expiresAt < prolongedEachSeconds) return
  await organization.write((tx) => updateUpload(tx, id, { expiresAt: until }))
}

/** Notes from where on an upload holds what is not checked yet; null when all is. */
export function noteUnchecked(
  organization: Organization,
  id: string,
  uncheckedFrom: number | null,
): Promise<void> {
  return organization.write((tx) => updateUpload(tx, id, { uncheckedFrom }))
}

/**
 * Makes a file of an upload that is whole. It is told at once with the file that it has, so there is never a second one;
 * if it fails, the upload is still there, and this can be tried again.
 * @param name of the file, as its sender calls it
 * @throws ApiError PAYLOAD_TOO_LARGE, REALM_UPLOAD_QUOTA, USER_DEACTIVATED; and what the storage has to say
 */
export async function finish(
  organization: Organization,
  caller: User,
  { id, length }: ResumableUpload,
  name: string,
): Promise<Attachment> {
  const path = await temporaryFile(organization)
  try {
    await link(fileOf(organization, id), path)
  } catch (error) {
    await discardTemporary(organization, path)
    throw error
  }
  const upload = { path, name, size: length ?? 0 }
  const attachment = await finishUpload(
    organization,
    caller,
    upload,
    handOver(organization, id),
    (tx, { id: attachmentId }) =>
      updateUpload(tx, id, { attachmentId, expiresAt: seconds(organization.clock) + lifetimeSeconds }),
  )
  await rm(fileOf(organization, id), { force: true })
  return attachment
}

/** Forgets an upload and what has come of it; the file that a whole one has become stays. */
export async function forget(organization: Organization, id: string): Promise<void> {
  await organization.write((tx) => deleteUpload(tx, id))
  giveBack(organization, id)
  await rm(fileOf(organization, id), { force: true })
}

/** When the time of the next upload is over, in milliseconds. */
export function nextStaleUpload({ db }: Organization): number {
  return momentOf(firstExpiry(db))
}

/** Forgets uploads whose time is over. Called by the timer. */
export async function removeStaleUploads(organization: Organization): Promise<void> {
  const { db, clock } = organization
  for (const { id } of expiredUploads(db, seconds(clock))) await forgetIdle(organization, id)
}

/** Removes files that belong to no upload. Called by the timer when the server starts, and once a day. */
export async function removeLeftOverParts(organization: Organization): Promise<void> {
  const { db } = organization
  const present = await readdir(folderOf(organization)).catch(() => [])
  // Read after the files: the row of an upload comes before its file.
  const known = new Set(uploadIds(db))
  for (const id of present) if (!known.has(id)) await rm(fileOf(organization, id), { force: true })
}

/** Of too many, those that lie idle give way to another of their owner's. */
async function makeWay(organization: Organization, { id: ownerId }: User): Promise<void> {
  const idle = unfinishedOf(organization.db, ownerId).filter((upload) => isIdle(organization, upload))
  for (const { id } of idle) {
    if (countUnfinished(organization.db, ownerId) < unfinishedPerPerson) return
    await forgetIdle(organization, id)
  }
}

/** Not while somebody works on it, however long that takes. */
async function forgetIdle(organization: Organization, id: string): Promise<void> {
  if (locks(organization).isHeld(id)) return
  const unlock = await locks(organization).take(id, () => undefined)
  try {
    await forget(organization, id)
  } finally {
    unlock()
  }
}

/** Its time is over, though not while somebody works on it; or the file that it has become was deleted. */
function isGone(organization: Organization, upload: ResumableUpload): boolean {
  const { id, expiresAt, attachmentId } = upload
  if (expiresAt <= seconds(organization.clock) && !locks(organization).isHeld(id)) return true
  return attachmentId !== null && !fileMade(organization, upload)
}

export function noSuchUpload() {
  return noneOfOwn('Upload does not exist')
}
