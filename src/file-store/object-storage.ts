// Contents of files in object storage that speaks S3, for those whose files outgrow the disk.
import type { ObjectStorage } from '../organization/rules'
import type { DiskStore } from './disk'
import type { FileStore } from './file-store'

/** Object storage can't be reached, or refuses. What was asked for was not done, and can be asked for again. */
class ObjectStorageError extends Error {}

/** Whether object storage is to blame: that of a call here, or of reading a content. */
export function isObjectStorageFailure(error: unknown): error is Error {
  if (error instanceof ObjectStorageError) return true
  return error instanceof Error && error.name === 'S3Error' && !isMissing(error)
}

/**
 * Keeps contents in object storage. What was kept on disk before is still read there: nothing has to be moved.
 * @param name of the organization's folder, below which its contents are
 */
export function objectStore(
  { bucket, prefix, access }: ObjectStorage,
  name: string,
  disk: DiskStore,
): FileStore {
  const client = new Bun.S3Client({ ...access, bucket })
  const file = (key: string) => client.file([...prefix, name, key].join('/'))
  return {
    async keep(key, path) {
      const content = Bun.file(path)
      const written = await reached(file(key).write(content))
      if (written !== content.size)
        throw new ObjectStorageError(`Of ${content.size} bytes ${written} were stored`)
      await content.delete()
    },
    content: (key) => (disk.has(key) ? disk.content(key) : file(key)),
    async size(key) {
      if (disk.has(key)) return disk.size(key)
      try {
        return (await file(key).stat()).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw unreachable(error)
      }
    },
    body(key, from, to) {
      if (disk.has(key)) return disk.body(key, from, to)
      return from === to ? new Blob([]) : file(key).slice(from, to).stream()
    },
    async remove(key) {
      if (disk.has(key)) return disk.remove(key)
      await reached(file(key).delete())
    },
  }
}

/** Whether all is there that calls have to be signed with. @throws Error that says what is missing */
export function assertCanSign({ bucket, access }: ObjectStorage): void {
  new Bun.S3Client({ ...access, bucket }).presign('any')
}

async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw unreachable(error)
  }
}

function unreachable(error: unknown): ObjectStorageError {
  const [code, message] = error instanceof Error ? [codeOf(error), error.message] : ['', String(error)]
  return new ObjectStorageError(`The object storage can't be used: ${code} ${message}`, { cause: error })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === 'NoSuchKey'
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
