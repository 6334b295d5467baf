// Where the contents of files are: on disk, in the organization's folder, or in object storage.
import { basename, join } from 'node:path'
import type { Organization } from '../organization/organization'
import type { ObjectStorage } from '../organization/rules'
import { organizationState } from '../organization/state'
import { diskStore } from './disk'
import { objectStore } from './object-storage'

/** A place for contents, by their keys: of letters, digits, `-`, `_` and at most one `/` before what belongs to a key. */
export interface FileStore {
  /**
   * Keeps what a whole file on disk holds; it is there for good, and under its key, once this resolves.
   * @param path of the file, which is on the same disk as the store, and gone afterwards
   */
  keep(key: string, path: string): Promise<void>
  /** What is kept: its bytes are read when they are asked for, `slice` has parts of them. */
  content(key: string): Blob & { exists(): Promise<boolean> }
  /** How much is kept, in bytes; undefined if nothing is. */
  size(key: string): Promise<number | undefined>
  /** The bytes from one offset to before another as the body of an answer, which are read as they are sent. */
  body(key: string, from: number, to: number): Blob | ReadableStream<Uint8Array>
  /** Forgets what is kept; nothing happens if it is not there. */
  remove(key: string): Promise<void>
}

/** The organization's. */
export const fileStore = organizationState(({ folder, rules }: Organization): FileStore =>
  storeOf(folder, rules.uploadStorage),
)

/** That of an organization's folder, which need not be open. @param storage where contents go; null is into the folder */
export function storeOf(folder: string, storage: ObjectStorage | null): FileStore {
  const disk = diskStore(join(folder, 'uploads'))
  return storage === null ? disk : objectStore(storage, basename(folder), disk)
}
