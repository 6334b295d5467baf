// Lists of an organization's files, of which there may be very many: a line of JSON for each, written and read a few at a time.
import { Value } from '@sinclair/typebox/value'
import { MovedFile } from './protocol'

/** So long it reads before others have their turn, in milliseconds, and so many lines it writes. */
const turn = { milliseconds: 4, lines: 500 }
/** Of a line, in UTF-16 units. */
const longestLine = 16 * 1024

/** It is no list of files. */
export class UnreadableListError extends Error {}

/** The list of these files, each of which is asked for when those before it have been read. */
export function listOf(files: Iterable<MovedFile>): ReadableStream<Uint8Array> {
  const rest = files[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const lines: string[] = []
      while (lines.length < turn.lines) {
        const { done, value } = rest.next()
        if (done) break
        lines.push(`${JSON.stringify({ path: value.path, size: value.size, digest: value.digest })}\n`)
      }
      if (lines.length === 0) return controller.close()
      controller.enqueue(encoder.encode(lines.join('')))
      await Bun.sleep(0)
    },
  })
}

/** The files of a list; undefined for a line that is none's. @throws UnreadableListError for a line that is too long */
export async function* filesListed(list: AsyncIterable<Uint8Array>): AsyncGenerator<MovedFile | undefined> {
  let turnEnds = performance.now() + turn.milliseconds
  for await (const line of linesOf(list)) {
    if (performance.now() >= turnEnds) {
      await Bun.sleep(0)
      turnEnds = performance.now() + turn.milliseconds
    }
    yield parsed(line)
  }
}

async function* linesOf(list: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of list) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > longestLine) throw new UnreadableListError('A line of the list is too long')
  }
  if (rest !== '') yield rest
}

function parsed(text: string): MovedFile | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(MovedFile, value) ? value : undefined
  } catch {
    // It was cut short.
    return undefined
  }
}
