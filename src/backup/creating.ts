// Makes a backup: contents first, the manifest last, which makes it count. What a killed one left is removed by the next.
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Database } from 'bun:sqlite'
import { applyLogs, checkIntegrity, pieces, writeFile } from '../database/copying'
import { Finding } from '../database/damage'
import { isDamage } from '../database/storage-failure'
import { giveToOwnerOf } from '../organization/data-folder'
import { databaseFile } from '../organization/organization'
import { organizationFolders } from '../organization/organizations'
import { version } from '../version'
import { organizationFiles, serverFiles, workFolder, type FoundFile } from './contents'
import { BackupRefusedError } from './errors'
import {
  backupNames,
  nameAt,
  removeManifest,
  storeManifest,
  type Manifest,
  type StoredFile,
} from './manifest'
import { ObjectStore } from './object-store'
import type { Place } from './place'
import type { BackupSource } from './source'

/** What is being done, for whoever waits for it. */
export interface BackupProgress {
  readonly step: 'database' | 'check' | 'store' | 'files'
  readonly organization: string | undefined
  /** Of `total` bytes; or so many files, if that is not known. */
  readonly done: number
  readonly total: number | undefined
}

export interface BackupOptions {
  readonly kind: Manifest['kind']
  /** The public key to which all is encrypted. */
  readonly recipient: string | null
  /** The folder of the only organization that is saved; all of them, and the server's own files, if undefined. */
  readonly only?: string | undefined
  /** The folder of the place, which may be in the data folder. */
  readonly placeFolder?: string | undefined
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
  /** When it is no longer wanted: then nothing of it is left. */
  readonly signal?: AbortSignal | undefined
}

export interface MadeBackup {
  readonly name: string
  readonly manifest: Manifest
  /** How many bytes and files were new to the place. */
  readonly stored: { readonly bytes: number; readonly files: number }
}

/** Room that is left free on the disk, in bytes. */
const spare = 64 * 1024 * 1024

/**
 * Makes a backup of all that is acknowledged by now, or more.
 * @throws BackupRefusedError, PlaceError, or an error of the storage: then there is none, and what was stored for it is gone
 */
export async function createBackup(
  source: BackupSource,
  place: Place,
  options: BackupOptions,
): Promise<MadeBackup> {
  const { dataFolder } = source
  const all = organizationFolders(dataFolder)
  if (options.only !== undefined && !all.includes(options.only))
    throw new BackupRefusedError(`There is no organization '${options.only}' in ${dataFolder}`)
  const work = join(dataFolder, workFolder)
  await rm(work, { recursive: true, force: true })
  await place.tidy()
  const names = await backupNames(place)
  const begun = source.now()
  let time = begun
  while (names.includes(nameAt(time))) time += 1000
  const { recipient, signal } = options
  const objects = await ObjectStore.open(place, names, { recipient, isGentle: source.isServed, signal })
  try {
    const made = new BackupInTheMaking(source, objects, work, options)
    const organizations: Manifest['organizations'] = []
    const leftOut: string[] = []
    for (const name of options.only === undefined ? all : [options.only]) {
      const filesElsewhere = await made.saveOrganization(name)
      if (filesElsewhere === undefined) leftOut.push(name)
      else organizations.push({ name, files_elsewhere: filesElsewhere })
    }
    if (options.only === undefined) await made.saveFiles(serverFiles(dataFolder, options.placeFolder))
    if (organizations.length === 0 && leftOut.length > 0)
      throw new BackupRefusedError(`Nothing can be saved: the database of ${leftOut.join(', ')} is damaged`)
    const manifest: Manifest = {
      format: 1,
      confab: version,
      created_at: Math.floor(begun / 1000),
      kind: options.kind,
      recipient: options.recipient,
      is_complete: options.only === undefined,
      organizations,
      left_out: leftOut,
      files: made.files,
    }
    options.signal?.throwIfAborted()
    await source.confirm()
    await makeCount(place, nameAt(time), manifest)
    return { name: nameAt(time), manifest, stored: objects.stored }
  } catch (error) {
    await objects.undo()
    throw error
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Where it can't be told whether the manifest was stored, it is taken away, before what it refers to is. */
async function makeCount(place: Place, name: string, manifest: Manifest): Promise<void> {
  try {
    await storeManifest(place, name, manifest)
  } catch (error) {
    await removeManifest(place, name)
    throw error
  }
}

class BackupInTheMaking {
  readonly #source: BackupSource
  readonly #objects: ObjectStore
  readonly #work: string
  readonly #options: BackupOptions
  readonly #saved = new Map<string, StoredFile>()

  constructor(source: BackupSource, objects: ObjectStore, work: string, options: BackupOptions) {
    this.#source = source
    this.#objects = objects
    this.#work = work
    this.#options = options
  }

  get files(): StoredFile[] {
    return [...this.#saved.values()]
  }

  /**
   * Files are looked for twice: those that the database knows by the time it is copied are saved, also where they are removed or
   * come meanwhile.
   * @returns how many uploaded files are elsewhere; undefined if the database is damaged, and nothing of it is saved
   */
  async saveOrganization(name: string): Promise<number | undefined> {
    const files = (): AsyncGenerator<FoundFile> => organizationFiles(this.#source.dataFolder, name)
    await this.saveFiles(files(), name)
    const copy = await this.#copyOf(name)
    if (copy === undefined) {
      for (const path of this.#saved.keys())
        if (path.startsWith(`organizations/${name}/`)) this.#saved.delete(path)
      return undefined
    }
    await this.saveFiles(files(), name)
    const { size } = Bun.file(copy)
    const path = `organizations/${name}/${databaseFile}`
    const onProgress = (done: number) => this.#tell({ step: 'store', organization: name, done, total: size })
    const found = { path, size, modifiedAt: this.#source.now() }
    this.#saved.set(path, await this.#objects.store(found, copy, onProgress))
    const elsewhere = this.#filesElsewhere(copy, name)
    await rm(copy)
    return elsewhere
  }

  async saveFiles(files: AsyncIterable<FoundFile>, organization?: string): Promise<void> {
    let done = 0
    for await (const file of files) {
      const known = this.#saved.get(file.path) ?? this.#objects.known(file)
      const isKnown = known?.size === file.size && known.modified_at === file.modifiedAt
      const saved = isKnown ? known : await this.#objects.storeIfThere(file, this.#source.dataFolder)
      if (saved) this.#saved.set(file.path, saved)
      this.#tell({ step: 'files', organization, done: ++done, total: undefined })
    }
  }

  /** The database in a file of its own, checked as a whole; undefined if it is damaged. */
  async #copyOf(name: string): Promise<string | undefined> {
    const main = join(this.#source.dataFolder, 'organizations', name, databaseFile)
    const total = Bun.file(main).size
    await this.#assertRoom(total)
    const logs = join(this.#work, 'logs')
    const copy = join(this.#work, databaseFile)
    await mkdir(logs, { recursive: true, mode: 0o700 })
    // The server writes there, too.
    giveToOwnerOf(this.#source.dataFolder, this.#work)
    if (!(await this.#source.hold(name, logs))) return undefined
    const onProgress = (done: number) => this.#tell({ step: 'database', organization: name, done, total })
    const { signal } = this.#options
    await writeFile(copy, pieces(main, { isGentle: this.#source.isServed, signal, onProgress }))
    const kept = await this.#source.release(name, logs, copy)
    this.#tell({ step: 'check', organization: name, done: 0, total })
    try {
      await applyLogs(copy, kept)
      checkIntegrity(copy)
    } catch (error) {
      if (!(error instanceof Finding) && !isDamage(error)) throw error
      await rm(copy, { force: true })
      return undefined
    }
    return copy
  }

  /** Of the uploaded files that the database knows, those that are not on this disk. */
  #filesElsewhere(copy: string, name: string): number {
    using sqlite = new Database(copy, { readonly: true, strict: true })
    const hasUploads = sqlite.query(`SELECT 1 FROM sqlite_schema WHERE name = 'attachments'`).get() !== null
    if (!hasUploads) return 0
    const keys = sqlite.query<{ key: string }, []>('SELECT key FROM attachments').all()
    return keys.filter(
      ({ key }) => !this.#saved.has(`organizations/${name}/uploads/${key.slice(0, 2)}/${key}`),
    ).length
  }

  async #assertRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#source.dataFolder)
    if (bavail * bsize >= bytes + spare) return
    const mib = (count: number): string => `${Math.ceil(count / 1024 / 1024)} MiB`
    throw new BackupRefusedError(
      `A database of ${mib(bytes)} is put together in ${this.#work}, and there is only room for ` +
        `${mib(bavail * bsize)}: make room on that disk`,
    )
  }

  #tell(progress: BackupProgress): void {
    this.#options.onProgress?.(progress)
  }
}
