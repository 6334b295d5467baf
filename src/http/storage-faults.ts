// What callers and the log are told when the storage failed: a full disk, a damaged database, object storage out of reach.
import { DatabaseDamagedError } from '../database/damage'
import { isDamage, isStorageFailure } from '../database/storage-failure'
import { isObjectStorageFailure } from '../file-store/object-storage'
import { ApiError } from './errors'

export interface StorageFault {
  answer: ApiError
  /** For the log: what to do. */
  advice: string
}

/** The fault behind an error; undefined if the storage is not to blame. */
export function storageFault(error: unknown): StorageFault | undefined {
  if (isStorageFailure(error)) {
    return {
      answer: new ApiError('STORAGE_FULL', 'The server has no room to store this; nothing was changed', {}),
      advice:
        'the disk takes no more: it is full, over its quota, read-only or failing. Make room on it. Nothing that was ' +
        'acknowledged is lost; what is refused now succeeds as soon as there is room',
    }
  }
  if (isObjectStorageFailure(error)) {
    return {
      answer: new ApiError(
        'FILES_UNAVAILABLE',
        "Files can't be stored or read at the moment; nothing was changed",
        {},
      ),
      advice: `${error.message}. Files that are there already are safe; what is refused now succeeds as soon as it answers`,
    }
  }
  if (!isDamage(error) && !(error instanceof DatabaseDamagedError)) return undefined
  return {
    answer: new ApiError('REALM_UNAVAILABLE', "This organization can't be reached at the moment", {}),
    advice:
      error instanceof DatabaseDamagedError
        ? error.message
        : "a database is damaged: stop the server and restore the organization's folder from a backup",
  }
}
