// Takes a stream of JSON apart into the rows of its lists, without ever having more than one of them in memory.
// By hand: parsers of streams bound neither what a row takes nor how deep it is, and take ten times as long as JSON.parse does.
import { UnreadableSource } from './source'

/** Of a row, in bytes. */
export const longestRow = 16 * 1024 * 1024
/** Of the name of a list, in bytes. */
const longestName = 64 * 1024

export interface JsonRow {
  /** The name of the list in the object; empty where all is one list. */
  readonly list: string
  readonly text: string
}

const byte = {
  quote: 34,
  comma: 44,
  openList: 91,
  backslash: 92,
  closeList: 93,
  openObject: 123,
  closeObject: 125,
} as const

/** One list, `[row, …]`, or an object of lists, `{"name": [row, …], …}`, in which whatever else stands is passed over. */
export type RowsShape = 'a list' | 'an object of lists'

/**
 * @param name of the file, for people
 * @throws UnreadableSource for what has another shape, ends too early, or has a row that is too long
 */
export async function* rowsOf(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  shape: RowsShape,
): AsyncIterable<JsonRow> {
  const rows = new RowSplitter(name, shape)
  for await (const chunk of stream) yield* rows.push(chunk)
  rows.end()
}

/** A row as a value. @throws UnreadableSource for what is no JSON */
export function parsedRow(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableSource(
      `${name} can't be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

class RowSplitter {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** How many brackets are open, and at how many a row stands: 1 in a list, 2 in an object of lists. */
  #depth = 0
  readonly #rowDepth: number
  #isInText = false
  #isEscaped = false
  #isBeforeEnd = true
  /** Whether the brackets open at the moment are those of a list of rows. */
  #isInList = false
  #list = ''
  /** What was kept of chunks before of a row, or of a name. */
  #kept: Uint8Array[] = []
  #keptLength = 0

  constructor(
    private readonly name: string,
    private readonly shape: RowsShape,
  ) {
    this.#rowDepth = shape === 'a list' ? 1 : 2
  }

  *push(chunk: Uint8Array): Iterable<JsonRow> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const each = chunk[at] ?? 0
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (each === byte.backslash) this.#isEscaped = true
        else if (each === byte.quote) {
          this.#isInText = false
          if (this.#isAtName) this.#list = this.#taken(chunk, start, at)
        }
        continue
      }
      if (each === byte.quote) {
        if (this.#depth === 0) throw this.#otherShape()
        this.#isInText = true
        if (this.#isAtName) start = this.#forgotten(at + 1)
      } else if (each === byte.openList || each === byte.openObject) {
        if (this.#depth === 0) this.#begin(each)
        this.#depth += 1
        if (this.#depth === this.#rowDepth) {
          this.#isInList = each === byte.openList
          start = this.#forgotten(at + 1)
        }
      } else if (each === byte.closeList || each === byte.closeObject) {
        if (this.#depth === this.#rowDepth && this.#isInList) {
          if (each !== byte.closeList) throw this.#unreadable('its brackets do not match')
          const text = this.#taken(chunk, start, at)
          if (text.trim() !== '') yield { list: this.#list, text }
          this.#isInList = false
        }
        this.#depth -= 1
        if (this.#depth < 0) throw this.#unreadable('its brackets do not match')
        if (this.#depth === 0) this.#isBeforeEnd = false
        start = this.#depth < this.#rowDepth ? this.#forgotten(at + 1) : start
      } else if (each === byte.comma) {
        if (this.#depth !== this.#rowDepth || !this.#isInList) continue
        yield { list: this.#list, text: this.#taken(chunk, start, at) }
        start = at + 1
      } else if (each === 0) throw this.#unreadable('it is not UTF-8')
      else if (this.#depth === 0 && each > 32 && !this.#isMark(each)) throw this.#otherShape()
    }
    if (this.#isInList || (this.#isInText && this.#isAtName)) this.#keep(chunk.subarray(start))
  }

  end(): void {
    if (this.#isBeforeEnd) throw this.#unreadable('it ends too early')
  }

  /** Whether a text at this place is the name of a list. */
  get #isAtName(): boolean {
    return this.#depth === 1 && this.#rowDepth === 2
  }

  #begin(bracket: number): void {
    if (!this.#isBeforeEnd) throw this.#unreadable('something stands behind its end')
    if ((bracket === byte.openList) !== (this.#rowDepth === 1)) throw this.#otherShape()
  }

  /** Before the first bracket, some programs write what says that all is UTF-8. */
  #isMark(each: number): boolean {
    return this.#isBeforeEnd && (each === 0xef || each === 0xbb || each === 0xbf)
  }

  #keep(bytes: Uint8Array): void {
    this.#keptLength += bytes.length
    const most = this.#isInList ? longestRow : longestName
    if (this.#keptLength > most) throw this.#unreadable(`a part of it has over ${most} bytes`)
    this.#kept.push(Uint8Array.from(bytes))
  }

  #taken(chunk: Uint8Array, start: number, end: number): string {
    const last = chunk.subarray(start, end)
    if (this.#kept.length === 0) return this.#decoder.decode(last)
    const text = this.#decoder.decode(Buffer.concat([...this.#kept, last]))
    this.#forgotten(0)
    return text
  }

  #forgotten(start: number): number {
    this.#kept = []
    this.#keptLength = 0
    return start
  }

  #otherShape(): UnreadableSource {
    return this.#unreadable(`it is not ${this.shape}`)
  }

  #unreadable(why: string): UnreadableSource {
    return new UnreadableSource(`${this.name} can't be read: ${why}.`)
  }
}
