// A backup from beginning to end: whose place it is, the backup itself, which older ones go, and what is noted of it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { giveToOwnerOf } from '../organization/data-folder'
import { createBackup, type BackupOptions, type MadeBackup } from './creating'
import { BackupRefusedError } from './errors'
import { manifestsPrefix, objectsPrefix } from './manifest'
import { nameOfPlace, openPlace, type Place, type PlaceAddress } from './place'
import { prune } from './pruning'
import type { Retention } from './retention'
import type { BackupSource } from './source'
import { backupState, stateFile, storeBackupState } from './state'
import { oneContent, textOf } from './streams'

/** Says whose backups they are: two servers that take away each other's would both have none. */
const ownerFile = 'confab-backups.json'

export interface RunOptions extends BackupOptions {
  readonly retention: Retention
  /** The night's moment that it is for, in UNIX seconds. */
  readonly nightlyMoment?: number | undefined
}

export interface BackupRun extends MadeBackup {
  /** The names of those that retention has let go. */
  readonly removed: readonly string[]
}

/** Makes a backup, takes away the nightly ones that have had their time, and notes in the data folder how it went. */
export async function runBackup(
  source: BackupSource,
  address: PlaceAddress,
  options: RunOptions,
): Promise<BackupRun> {
  const { dataFolder } = source
  const before = backupState(dataFolder)
  // It goes into the backup, so that a server that is put back elsewhere goes on with its backups.
  storeBackupState(dataFolder, before)
  try {
    if ('folder' in address && address.folder === dataFolder)
      throw new BackupRefusedError(
        'The data folder itself is no place for backups of it: choose another folder',
      )
    const place = openPlace(address)
    await claim(place, before.server, address)
    const placeFolder = 'folder' in address ? address.folder : undefined
    const made = await createBackup(source, place, { ...options, placeFolder })
    const removed = await prune(place, options.retention)
    const { created_at, files, left_out, is_complete } = made.manifest
    const bytes = files.reduce((sum, { stored_size }) => sum + stored_size, 0)
    const last = { name: made.name, place: nameOfPlace(address), created_at, bytes }
    const why = `The database of ${left_out.join(', ')} is damaged and was left out`
    storeBackupState(dataFolder, {
      ...before,
      last: is_complete ? last : before.last,
      failure: left_out.length > 0 ? { at: created_at, why } : null,
      nightly_done: options.nightlyMoment ?? before.nightly_done,
    })
    return { ...made, removed }
  } catch (error) {
    note(source, error)
    throw error
  } finally {
    giveToServer(dataFolder, address)
  }
}

/** What root has made by hand is the nightly backup's, too, which the server's own user makes. */
function giveToServer(dataFolder: string, address: PlaceAddress): void {
  giveToOwnerOf(dataFolder, stateFile(dataFolder))
  if (!('folder' in address)) return
  const { folder } = address
  const ours = [ownerFile, ...[objectsPrefix, manifestsPrefix].map((prefix) => prefix.replace('/', ''))]
  const isOursAlone = existsSync(folder) && readdirSync(folder).every((name) => ours.includes(name))
  for (const path of isOursAlone ? [folder] : ours.map((name) => join(folder, name)))
    giveToOwnerOf(dataFolder, path)
}

function note(source: BackupSource, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  try {
    const at = Math.floor(source.now() / 1000)
    storeBackupState(source.dataFolder, { ...backupState(source.dataFolder), failure: { at, why } })
  } catch {
    // The disk is full, perhaps: whoever asked for the backup is told anyway.
  }
}

/** @throws BackupRefusedError if it is another server's */
async function claim(place: Place, server: string, address: PlaceAddress): Promise<void> {
  const content = await place.get(ownerFile)
  if (content === undefined) return place.put(ownerFile, oneContent(`${JSON.stringify({ server })}\n`))
  if ((await textOf(content)).includes(server)) return
  throw new BackupRefusedError(
    `${nameOfPlace(address)} has the backups of another server, or of another data folder: choose another folder or prefix`,
  )
}
