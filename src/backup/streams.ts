// Contents that are read as they are needed: their sizes and checksums, as streams.

/** What is stored of a content: its length in bytes, and its SHA-256 in hexadecimal digits. */
export interface Measured {
  readonly size: number
  readonly sha256: string
}

/** Passes a content on, and tells what it was once it has ended. */
export async function* measured(
  content: AsyncIterable<Uint8Array>,
  tell: (measured: Measured) => void,
): AsyncGenerator<Uint8Array> {
  const hash = new Bun.CryptoHasher('sha256')
  let size = 0
  for await (const piece of content) {
    hash.update(piece)
    size += piece.length
    yield piece
  }
  tell({ size, sha256: hash.digest('hex') })
}

/** For libraries that want one; it is read no further than it is asked for. */
export function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        // The reader may keep it for longer than it is good here.
        else controller.enqueue(Uint8Array.from(value))
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

export async function* oneContent(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** @returns all of it: for what is known to be short */
export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}
