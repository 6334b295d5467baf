// A whole file becomes an attachment: what it is, its room, its content in the store, then the row. All of it, or nothing.
import { link, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { attachmentEvent } from '../attachments/wire'
import { attachmentByKey, insertAttachment, type Attachment } from '../attachments/repository'
import { emit } from '../events/event'
import { fileStore } from '../file-store/file-store'
import { deactivated } from '../http/errors'
import { inspectPicture } from '../image-previews/inspecting'
import { queuePreviews } from '../image-previews/making'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { Transaction } from '../organization/writer'
import { asOfNow, type User } from '../users/repository'
import { randomToken } from '../users/tokens'
import { detectType } from './content-type'
import { takeSpace, type Space } from './limits'
import { pathName, shownName } from './names'

/** A file that has come as a whole. */
export interface Upload {
  /** Where it is, on the disk of the organization's folder. */
  path: string
  /** As its sender calls it. */
  name: string
  /** Bytes. */
  size: number
}

/** Names in the folder of what comes in that somebody is working on. */
const underway = organizationState(() => new Set<string>())

/** The path of a file that is not there yet, for what comes in. What is not given to `finishUpload` has to be discarded. */
export async function temporaryFile(organization: Organization): Promise<string> {
  await mkdir(incoming(organization), { recursive: true, mode: 0o700 })
  const name = randomToken(18) + unfinished
  underway(organization).add(name)
  return join(incoming(organization), name)
}

/** Forgets a temporary file and what is in it. */
export async function discardTemporary(organization: Organization, path: string): Promise<void> {
  underway(organization).delete(basename(path))
  // What can't be removed now is left over, which is looked for later.
  await rm(path, { force: true }).catch(() => undefined)
}

/**
 * Makes an attachment of a whole file, which is gone from its path afterwards, whatever happens.
 * @param held room that was taken for it before; it is given back when this ends
 * @param also what else belongs into the write that makes it known
 * @returns once it is on disk and its owner's queues have the `attachment` event
 * @throws ApiError PAYLOAD_TOO_LARGE, REALM_UPLOAD_QUOTA, USER_DEACTIVATED; and what the storage has to say
 */
export async function finishUpload(
  organization: Organization,
  caller: User,
  upload: Upload,
  held?: Space,
  also?: (tx: Transaction, attachment: Attachment) => void,
): Promise<Attachment> {
  const space = held ?? takeSpace(organization, 0)
  try {
    space.grow(upload.size)
    return await stored(organization, caller, upload, space, also)
  } finally {
    space.release()
    await discardTemporary(organization, upload.path)
  }
}

async function stored(
  organization: Organization,
  caller: User,
  { path, name, size }: Upload,
  space: Space,
  also: ((tx: Transaction, attachment: Attachment) => void) | undefined,
): Promise<Attachment> {
  const key = randomToken(18)
  const shown = shownName(name)
  const contentType = await detectType(Bun.file(path))
  const picture = await inspectPicture(Bun.file(path), contentType)
  underway(organization).add(key)
  try {
    await announce(organization, key, path)
    await fileStore(organization).keep(key, path)
    return await organization.write((tx) => {
      tx.afterCommit(() => space.release())
      const attachment = added(tx, caller, { key, name: shown, size, contentType, ...picture })
      also?.(tx, attachment)
      return attachment
    })
  } finally {
    underway(organization).delete(key)
    await settle(organization, key).catch(() => undefined)
  }
}

function added(
  tx: Transaction,
  caller: User,
  file: Pick<Attachment, 'key' | 'name' | 'size' | 'contentType' | 'width' | 'height' | 'previews'>,
): Attachment {
  const { organization } = tx
  // A large file takes its time, and its sender may be gone by now.
  if (!asOfNow(organization, caller).isActive) throw deactivated()
  const attachment = insertAttachment(tx, {
    ...file,
    pathName: pathName(file.name),
    ownerId: caller.id,
    createdAt: organization.clock.now(),
    unclaimedSince: seconds(organization.clock),
  })
  if (attachment.previews === 'pending') queuePreviews(tx, attachment)
  emit(tx, attachmentEvent('add', organization, attachment))
  return attachment
}

/**
 * Notes that a content is about to be stored, wherever that is: a second name of the same file. After a crash that tells
 * which contents may be there without a row.
 */
async function announce(organization: Organization, key: string, path: string): Promise<void> {
  await mkdir(incoming(organization), { recursive: true, mode: 0o700 })
  await link(path, join(incoming(organization), key))
}

/** Forgets the note: the content has its row by now, or must go. */
async function settle(organization: Organization, key: string): Promise<void> {
  if (!attachmentByKey(organization.db, key)) await fileStore(organization).remove(key)
  await rm(join(incoming(organization), key), { force: true })
}

/** Removes what a crash has left of files that were coming in. Called by the timer when the server starts, and once an hour. */
export async function removeLeftOverUploads(organization: Organization): Promise<void> {
  const folder = incoming(organization)
  const present = await readdir(folder).catch(() => [])
  for (const name of present) {
    if (underway(organization).has(name)) continue
    if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true })
    else await settle(organization, name)
  }
}

/** What stands at the end of a file's name as long as it is no more than bytes that came in. */
const unfinished = '.part'

function incoming({ folder }: Organization): string {
  return join(folder, 'uploads', 'incoming')
}
