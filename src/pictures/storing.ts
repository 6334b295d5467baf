// Files of pictures: on disk before the row that makes them known, and gone after it.
import { mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { synced } from '../file-store/disk'
import type { Picture } from '../images/pictures'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { Transaction } from '../organization/writer'
import type { PictureKind } from '../organization/picture-urls'
import { deletePicture, insertPicture, pictureNames } from './repository'

/** Names of files that are being written, whose rows are not there yet. */
const underway = organizationState(() => new Set<string>())

/** Where the file of a picture is. @param name as it is stored */
export function pictureFile(organization: Organization, name: string): string {
  return join(folderOf(organization), name)
}

/** A picture to be stored. */
interface NewPicture extends Picture {
  /** Of a small one and a medium one: clients make the name of this one of that one's. */
  isMedium?: boolean
}

/**
 * Stores pictures together with what is to know of them: all of it or nothing.
 * @param work gets their names, in order, in the write that makes them known
 * @throws what the work throws, and what the disk has to say. Files that nothing knows are removed then.
 */
export async function withPictures<T>(
  organization: Organization,
  kind: PictureKind,
  files: readonly NewPicture[],
  work: (tx: Transaction, names: readonly string[]) => T,
): Promise<T> {
  const common = randomName()
  const named = files.map(({ bytes, format, isMedium }) => ({
    name: `${isMedium ? `${common}-medium` : isMedium === false ? common : randomName()}.${format}`,
    bytes,
  }))
  const names = named.map(({ name }) => name)
  for (const name of names) underway(organization).add(name)
  try {
    if (named.length > 0) await writeFiles(folderOf(organization), named)
    return await organization.write((tx) => {
      for (const name of names) insertPicture(tx, { name, kind })
      return work(tx, names)
    })
  } catch (error) {
    await Promise.all(names.map((name) => removeFile(organization, name)))
    throw error
  } finally {
    for (const name of names) underway(organization).delete(name)
  }
}

/** Forgets a picture; its file goes once that is on disk. */
export function forgetPicture(tx: Transaction, name: string): void {
  const { organization } = tx
  deletePicture(tx, name)
  tx.afterCommit(() => void removeFile(organization, name))
}

/** Removes files that nothing knows: a crash left them. Called by the timer when the server starts, and once a day. */
export async function removeLeftOverPictures(organization: Organization): Promise<void> {
  const present = await readdir(folderOf(organization)).catch(() => [])
  // Read after the files: what has come since is known by then, or underway.
  const known = new Set([...pictureNames(organization.db), ...underway(organization)])
  await Promise.all(
    present
      .filter((file) => !known.has(file.replace(unfinished, '')))
      .map((file) => removeFile(organization, file)),
  )
}

/** What stands at the end of a file's name until the whole of it is on disk. */
export const unfinished = '.new'

function folderOf({ folder }: Organization): string {
  return join(folder, 'pictures')
}

/** Nobody guesses it, and nothing that was sent is part of it. */
function randomName(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
}

/** A file has its name only when the whole of it is on disk; until then it has `unfinished` at its end. */
export async function writeFiles(
  folder: string,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { name, bytes } of files) {
    const path = join(folder, name)
    const file = await open(path + unfinished, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(path + unfinished, path)
  }
  await synced(folder)
}

/** What can't be removed now is left over, which is looked for later. */
async function removeFile(organization: Organization, name: string): Promise<void> {
  const path = pictureFile(organization, name)
  await Promise.all(
    [unlink(path), unlink(path + unfinished)].map((removed) => removed.catch(() => undefined)),
  )
}
