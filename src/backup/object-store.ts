// The contents of backups at their place: each is stored once, and further backups of the same file refer to it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pieces } from '../database/copying'
import type { FoundFile } from './contents'
import { encrypted, encryptedSuffix } from './encryption'
import { ManifestDamagedError, objectsPrefix, readManifest, type Manifest, type StoredFile } from './manifest'
import type { Place } from './place'
import { measured, type Measured } from './streams'

/** So many of the last backups are looked at for files that have not changed since. */
const lookedAt = 5

export interface StoreOptions {
  /** The public key to which contents are encrypted. */
  readonly recipient: string | null
  /** Whether others wait for the disk that they are read from. */
  readonly isGentle: boolean
  readonly signal: AbortSignal | undefined
}

export class ObjectStore {
  readonly #place: Place
  readonly #options: StoreOptions
  /** By path: as the last backups have them. */
  readonly #known: ReadonlyMap<string, StoredFile>
  readonly #added: string[] = []
  #bytes = 0

  private constructor(place: Place, options: StoreOptions, known: ReadonlyMap<string, StoredFile>) {
    this.#place = place
    this.#options = options
    this.#known = known
  }

  /** @param names of the backups that count, the oldest first */
  static async open(place: Place, names: readonly string[], options: StoreOptions): Promise<ObjectStore> {
    const sizes = new Map<string, number>()
    for await (const { name, size } of place.list(objectsPrefix)) sizes.set(name, size)
    const known = new Map<string, StoredFile>()
    for (const name of names.slice(-lookedAt)) {
      const manifest = await readable(place, name)
      if (manifest?.recipient !== options.recipient) continue
      for (const file of manifest.files)
        if (sizes.get(file.object) === file.stored_size) known.set(file.path, file)
    }
    return new ObjectStore(place, options, known)
  }

  /** What was new to the place. */
  get stored(): { bytes: number; files: number } {
    return { bytes: this.#bytes, files: this.#added.length }
  }

  /** How the last backup has this path. */
  known({ path }: FoundFile): StoredFile | undefined {
    return this.#known.get(path)
  }

  /** Stores a file of the data folder; undefined if it is no longer there. */
  async storeIfThere(file: FoundFile, dataFolder: string): Promise<StoredFile | undefined> {
    const path = join(dataFolder, file.path)
    try {
      return await this.store(file, path)
    } catch (error) {
      if (existsSync(path)) throw error
      return undefined
    }
  }

  /** @param path where its content is */
  async store(
    { path: name, modifiedAt }: FoundFile,
    path: string,
    onProgress?: (bytes: number) => void,
  ): Promise<StoredFile> {
    const id = crypto.randomUUID().replaceAll('-', '')
    const { recipient, isGentle, signal } = this.#options
    const suffix = recipient === null ? '' : encryptedSuffix
    const object = `${objectsPrefix}${id.slice(0, 2)}/${id}${suffix}`
    let plain: Measured = { size: 0, sha256: '' }
    let kept: Measured = { size: 0, sha256: '' }
    const content = measured(pieces(path, { isGentle, signal, onProgress }), (each) => (plain = each))
    const sealed = recipient === null ? content : encrypted(content, recipient)
    this.#added.push(object)
    await this.#place.put(
      object,
      measured(sealed, (each) => (kept = each)),
    )
    this.#bytes += kept.size
    return {
      path: name,
      size: plain.size,
      modified_at: modifiedAt,
      object,
      stored_size: kept.size,
      sha256: kept.sha256,
    }
  }

  /** Removes what was stored: the backup is not to be. What can't be removed now is by the next one. */
  async undo(): Promise<void> {
    for (const object of this.#added) await this.#place.remove(object).catch(() => undefined)
  }
}

async function readable(place: Place, name: string): Promise<Manifest | undefined> {
  try {
    return await readManifest(place, name)
  } catch (error) {
    if (error instanceof ManifestDamagedError) return undefined
    throw error
  }
}
