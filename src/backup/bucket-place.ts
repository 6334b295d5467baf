// Backups in object storage that speaks S3: contents are sent in parts, of which few are in memory.
import type { S3File } from 'bun'
import type { ObjectStorage } from '../organization/rules'
import type { Place, Stored } from './place'
import { PlaceError } from './place-error'

/** Bytes; S3 takes ten thousand parts, so this is enough for 160 GB in one content. */
const part = 16 * 1024 * 1024

export function bucketPlace({ bucket, prefix, access }: ObjectStorage): Place {
  const client = new Bun.S3Client({ ...access, bucket })
  const before = prefix.map((each) => `${each}/`).join('')
  const file = (name: string): S3File => client.file(before + name)
  return {
    put: (name, content) => reached(send(file(name), content)),
    async get(name) {
      if (!(await reached(file(name).exists()))) return undefined
      return received(file(name))
    },
    async *list(begin): AsyncGenerator<Stored> {
      let startAfter: string | undefined
      do {
        const found = await reached(
          client.list({ prefix: before + begin, ...(startAfter === undefined ? {} : { startAfter }) }),
        )
        for (const { key, size = 0 } of found.contents ?? []) yield { name: key.slice(before.length), size }
        startAfter = found.isTruncated ? found.contents?.at(-1)?.key : undefined
      } while (startAfter !== undefined)
    },
    remove: (name) => reached(file(name).delete()),
    // What was begun in parts counts as nothing there; how long it is kept is the storage's to say.
    tidy: () => Promise.resolve(),
  }
}

async function send(file: S3File, content: AsyncIterable<Uint8Array>): Promise<void> {
  const writer = file.writer({ partSize: part, queueSize: 2, retry: 3 })
  try {
    let unsent = 0
    for await (const piece of content) {
      writer.write(Uint8Array.from(piece))
      unsent += piece.length
      if (unsent < part) continue
      await writer.flush()
      unsent = 0
    }
    await writer.end()
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error))
    await Promise.resolve(writer.end(cause)).catch(() => undefined)
    throw error
  }
}

async function* received(file: S3File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reached(reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'S3Error') throw error
    const code = 'code' in error ? String(error.code) : ''
    throw new PlaceError(`The object storage of the backups can't be used: ${code} ${error.message}`, {
      cause: error,
    })
  }
}
