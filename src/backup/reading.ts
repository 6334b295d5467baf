// Reads backups: which there are, whether one is whole, and what is in it.
import { decrypted } from './encryption'
import { BackupDamagedError, BackupIncompleteError, BackupRefusedError, WrongKeyError } from './errors'
import {
  backupNames,
  ManifestDamagedError,
  objectsPrefix,
  readManifest,
  type Manifest,
  type StoredFile,
} from './manifest'
import type { Place } from './place'
import { measured, type Measured } from './streams'

/** A backup, for a list of them. */
export interface ListedBackup {
  readonly name: string
  /** Undefined if its manifest is damaged. */
  readonly manifest: Manifest | undefined
}

export interface ReadProgress {
  readonly done: number
  /** Files. */
  readonly total: number
}

/** The newest last. */
export async function listBackups(place: Place): Promise<ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const name of await backupNames(place)) {
    try {
      listed.push({ name, manifest: await readManifest(place, name) })
    } catch (error) {
      if (!(error instanceof ManifestDamagedError)) throw error
      listed.push({ name, manifest: undefined })
    }
  }
  return listed
}

/**
 * @param name of the backup; the newest, if undefined
 * @throws BackupRefusedError if there is none, BackupDamagedError
 */
export async function findBackup(
  place: Place,
  name: string | undefined,
): Promise<{ name: string; manifest: Manifest }> {
  const names = await backupNames(place)
  const wanted = name ?? names.at(-1)
  if (wanted === undefined)
    throw new BackupRefusedError(
      'There is no backup at that place: look whether it is the right one, or make one by `confab backup create`',
    )
  try {
    const manifest = names.includes(wanted) ? await readManifest(place, wanted) : undefined
    if (manifest) return { name: wanted, manifest }
  } catch (error) {
    if (error instanceof ManifestDamagedError) throw new BackupDamagedError(error.message)
    throw error
  }
  throw new BackupRefusedError(`There is no backup ${wanted}: \`confab backup list\` says which there are`)
}

/**
 * Reads all that these files consist of.
 * @param identities private keys, if what is encrypted is to be opened, too
 * @throws BackupIncompleteError, BackupDamagedError, WrongKeyError
 */
export async function verifyFiles(
  place: Place,
  { recipient }: Manifest,
  files: readonly StoredFile[],
  identities: readonly string[] | undefined,
  onProgress?: (progress: ReadProgress) => void,
): Promise<void> {
  await assertPresent(place, files)
  for (const [done, file] of files.entries()) {
    const content = contentOf(place, file, recipient === null ? undefined : identities)
    for await (const piece of content) void piece
    onProgress?.({ done: done + 1, total: files.length })
  }
}

/** Whether all that is needed is there, before one begins. @throws BackupIncompleteError */
export async function assertPresent(place: Place, files: readonly StoredFile[]): Promise<void> {
  const present = new Set<string>()
  for await (const { name } of place.list(objectsPrefix)) present.add(name)
  const missing = files.filter(({ object }) => !present.has(object))
  const [first] = missing
  if (!first) return
  throw new BackupIncompleteError(
    `The backup is incomplete: of ${files.length} files ${missing.length} are missing, such as ${first.path} (${first.object})`,
  )
}

/**
 * The content of a file as it was, or as it is stored. It is known to be right only when it has been read to its end.
 * @param identities private keys; undefined reads what is stored
 * @throws as it is read: BackupIncompleteError, BackupDamagedError, WrongKeyError
 */
export async function* contentOf(
  place: Place,
  file: StoredFile,
  identities: readonly string[] | undefined,
): AsyncGenerator<Uint8Array> {
  const stored = await place.get(file.object)
  if (stored === undefined)
    throw new BackupIncompleteError(`The backup is incomplete: ${file.path} is missing (${file.object})`)
  let found: Measured | undefined
  const content = measured(stored, (each) => (found = each))
  try {
    yield* identities === undefined ? content : decrypted(content, identities)
  } catch (error) {
    if (identities === undefined || error instanceof WrongKeyError || !isOfContent(error)) throw error
    throw damaged(file)
  }
  if (found?.sha256 !== file.sha256) throw damaged(file)
}

/** What age says of contents has no code; what a disk or a network says has one. */
function isOfContent(error: unknown): boolean {
  return error instanceof Error && !('code' in error)
}

function damaged({ path, object }: StoredFile): BackupDamagedError {
  return new BackupDamagedError(`The backup is damaged: ${path} is not what was stored (${object})`)
}
