// One part of an upload as it comes in: written as fast as it is sent, checked, and on disk before anybody is told so.
import { open } from 'node:fs/promises'
import { ApiError, badRequest } from '../http/errors'
import { writeAsItComes } from '../uploads/writing'
import { lockedStatus, takenOver } from './locks'

/** `Upload-Checksum`, read. */
export interface Checksum {
  readonly algorithm: (typeof checksumAlgorithms)[number]
  readonly digest: Buffer
}

/** What `Upload-Checksum` may be made with. */
export const checksumAlgorithms = ['sha1', 'sha256', 'sha512', 'md5'] as const

/** A part that is on its way. */
export interface Part {
  /** Null where nothing is sent. */
  readonly body: ReadableStream<Uint8Array> | null
  readonly checksum: Checksum | undefined
  /** Aborted when another request wants to go on with the upload. */
  readonly cut: AbortSignal
}

/** @throws ApiError BAD_REQUEST for what is no checksum, or of a kind that we don't know */
export function readChecksum(header: string | null): Checksum | undefined {
  if (header === null) return undefined
  const [name, value = ''] = header.split(' ')
  const algorithm = checksumAlgorithms.find((each) => each === name)
  if (!algorithm)
    throw badRequest(`Upload-Checksum must be made with one of ${checksumAlgorithms.join(', ')}`)
  return { algorithm, digest: Buffer.from(value, 'base64') }
}

/**
 * Writes a part to the end of a file. What was cut off stays as far as it has come, unless it had a checksum: then nobody
 * knows whether it was right.
 * @param from the length of the file
 * @param grow is told how long the file is about to be; what it throws ends the part
 * @returns the length of the file then
 * @throws ApiError BAD_REQUEST with status 460 for a wrong checksum, with 423 if it was cut off for another request; an
 *   AbortError when the connection is gone; what `grow` and the disk have to say
 */
export async function receive(
  path: string,
  from: number,
  { body, checksum, cut }: Part,
  grow: (length: number) => void,
): Promise<number> {
  const file = await open(path, 'a')
  try {
    const digest = new Bun.CryptoHasher(checksum?.algorithm ?? 'sha1')
    const checked = async function* (): AsyncGenerator<[Uint8Array]> {
      let length = from
      for await (const bytes of piecesOf(body, cut)) {
        grow((length += bytes.length))
        if (checksum) digest.update(bytes)
        yield [bytes]
      }
    }
    const length = from + (await writeAsItComes(file, checked()))
    if (checksum && !digest.digest().equals(checksum.digest)) throw wrongChecksum()
    await file.sync()
    return length
  } catch (error) {
    if (checksum || isRefusal(error)) await file.truncate(from)
    throw error
  } finally {
    await file.close()
  }
}

/** Reads a part to its end without keeping anything. @throws as `receive` does */
export async function discard({ body, cut }: Part, grow: (length: number) => void): Promise<void> {
  let length = 0
  for await (const bytes of piecesOf(body, cut)) grow((length += bytes.length))
}

async function* piecesOf(body: Part['body'], cut: AbortSignal): AsyncGenerator<Uint8Array> {
  if (cut.aborted) throw takenOver()
  if (!body) return
  const reader = body.getReader()
  // A connection of which nobody knows that it is dead brings nothing: only so does the wait for it end.
  const stop = (): void => void reader.cancel().catch(() => undefined)
  cut.addEventListener('abort', stop)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (cut.aborted) throw takenOver()
      if (done) return
      yield value
    }
  } finally {
    cut.removeEventListener('abort', stop)
  }
}

/** What we don't take goes as a whole; what was cut off is as good as what comes next. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status !== lockedStatus
}

function wrongChecksum(): ApiError<'BAD_REQUEST'> {
  return new ApiError('BAD_REQUEST', 'The checksum is not that of what was sent', {}, {}, 460)
}
