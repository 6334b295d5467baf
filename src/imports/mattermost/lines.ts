// The lines of a stream, one at a time.
import { longestRow } from '../json-rows'
import { UnreadableSource } from '../source'

/** @returns each line with how many bytes are read at its end @throws UnreadableSource for a line that is too long */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
): AsyncIterable<{ text: string; end: number }> {
  const decoder = new TextDecoder()
  let pending: Uint8Array[] = []
  let pendingLength = 0
  let read = 0
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(10, start); end >= 0; end = chunk.indexOf(10, start)) {
      const bytes = Buffer.concat([...pending, chunk.subarray(start, end)])
      yield { text: decoder.decode(bytes), end: read + end + 1 }
      pending = []
      pendingLength = 0
      start = end + 1
    }
    const rest = chunk.subarray(start)
    pending.push(Uint8Array.from(rest))
    pendingLength += rest.length
    read += chunk.length
    if (pendingLength > longestRow) throw new UnreadableSource(`It has a line of over ${longestRow} bytes.`)
  }
  if (pendingLength > 0) yield { text: decoder.decode(Buffer.concat(pending)), end: read }
}
