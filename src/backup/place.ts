// Where backups are kept: a folder, or object storage that speaks S3. Contents lie there by names such as `objects/ab/abcdef`.
import type { BackupRules } from '../organization/rules'
import { bucketPlace } from './bucket-place'
import { folderPlace } from './folder-place'

export interface Place {
  /** Stores what comes, under a name that nothing has: as a whole, and on disk, or not at all. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** What is stored, as it is read; undefined if nothing is. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Names that begin so, with their sizes in bytes, in no order. */
  list(prefix: string): AsyncIterable<Stored>
  /** Nothing happens if it is not there. */
  remove(name: string): Promise<void>
  /** Removes what was left by a process that was killed while it stored. */
  tidy(): Promise<void>
}

export interface Stored {
  readonly name: string
  readonly size: number
}

/** Which place is meant. */
export type PlaceAddress = BackupRules['place']

export function openPlace(address: PlaceAddress): Place {
  return 'folder' in address ? folderPlace(address.folder) : bucketPlace(address)
}

/** As people write it. */
export function nameOfPlace(address: PlaceAddress): string {
  return 'folder' in address ? address.folder : `s3://${[address.bucket, ...address.prefix].join('/')}`
}
