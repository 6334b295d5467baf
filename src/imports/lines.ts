// A file of JSON Lines that is read in another order than it has: only where its lines begin is kept.
import { closeSync, openSync, readSync } from 'node:fs'
import { UnreadableSource } from './source'

/** Of a line, in bytes. */
export const longestLine = 16 * 1024 * 1024

/** The lines of a stream, with where each begins. @throws UnreadableSource for a line that is too long */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
): AsyncIterable<{ text: string; offset: number; length: number }> {
  const decoder = new TextDecoder()
  let pending: Uint8Array[] = []
  let pendingLength = 0
  let offset = 0
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
      const bytes = Buffer.concat([...pending, chunk.subarray(start, end)])
      yield { text: decoder.decode(bytes), offset, length: bytes.length }
      offset += bytes.length + 1
      pending = []
      pendingLength = 0
      start = end + 1
    }
    const rest = chunk.subarray(start)
    pending.push(Uint8Array.from(rest))
    pendingLength += rest.length
    if (pendingLength > longestLine) throw new UnreadableSource(`It has a line of over ${longestLine} bytes.`)
  }
  if (pendingLength > 0) yield { text: decoder.decode(Buffer.concat(pending)), offset, length: pendingLength }
}

/** A file of which lines are read by where they stand. */
export class LineFile {
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'r')
  }

  at(offset: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length)
    readSync(this.#file, bytes, 0, length, offset)
    return bytes.toString()
  }

  close(): void {
    closeSync(this.#file)
  }
}
