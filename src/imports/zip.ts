// Files in a zip archive, read one by one from where they stand: however large it is, and whoever made it.
import { crc32 } from 'node:zlib'
import { Entry, open, type ZipFile } from 'yauzl'
import { rowsOf } from './json-rows'
import { UnreadableSource } from './source'
import type { Spool } from './spool'

/** How many files an archive may have. */
const mostEntries = 2_000_000
/** What is packed more tightly than this, and large, was made to fill a disk. */
const bomb = { ratio: 300, bytes: 256 * 1024 * 1024 }
const list = 'files of the zip archive'

/** What has to be known of a file to read it. */
interface Place {
  readonly fileName: string
  readonly generalPurposeBitFlag: number
  readonly compressionMethod: number
  readonly compressedSize: number
  readonly uncompressedSize: number
  readonly relativeOffsetOfLocalHeader: number
  readonly crc32: number
}

/** An open zip archive. What is in it is listed in a spool: there may be a file for each day and channel. */
export class Zip {
  private constructor(
    private readonly zip: ZipFile,
    private readonly spool: Spool,
  ) {}

  /** @throws UnreadableSource for what is no zip archive, or one with names that lead elsewhere */
  static async open(path: string, spool: Spool): Promise<Zip> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      open(path, { lazyEntries: true, autoClose: false }, (error, opened) => {
        if (opened) resolve(opened)
        else reject(unreadable(error))
      })
    })
    try {
      await listEntries(zip, spool)
      return new Zip(zip, spool)
    } catch (error) {
      zip.close()
      throw unreadable(error)
    }
  }

  /** All files, by name. */
  *files(): Generator<{ name: string; size: number }> {
    let last = ''
    for (const { key, text } of this.spool.inOrder(list)) {
      const name = String(key)
      // Of two of one name, the last counts, as it does for programs that unpack them.
      if (name !== last) yield { name, size: placeOf(text).uncompressedSize }
      last = name
    }
  }

  has(name: string): boolean {
    return this.#placeOf(name) !== undefined
  }

  /** The bytes of a file, as they are read. @throws UnreadableSource if there is none, or it is not what it says */
  async read(name: string): Promise<AsyncIterable<Uint8Array>> {
    const place = this.#placeOf(name)
    if (!place) throw new UnreadableSource(`It has no file ${shown(name)}.`)
    const { compressedSize, uncompressedSize } = place
    if (uncompressedSize > bomb.bytes && uncompressedSize > compressedSize * bomb.ratio)
      throw new UnreadableSource(
        `${shown(name)} is packed more tightly than any file that is meant to be read.`,
      )
    const stream = await new Promise<AsyncIterable<Uint8Array>>((resolve, reject) => {
      this.zip.openReadStream(Object.assign(new Entry(), place), (error, opened) => {
        if (error) reject(unreadable(error))
        else resolve(opened)
      })
    })
    return checked(stream, name, place.crc32)
  }

  /** The rows of a list in JSON. @throws UnreadableSource, see `rowsOf` */
  async *rows(name: string): AsyncIterable<string> {
    for await (const { text } of rowsOf(await this.read(name), shown(name), 'a list')) yield text
  }

  close(): void {
    this.zip.close()
  }

  #placeOf(name: string): Place | undefined {
    const text = this.spool.of(list, name).at(-1)
    return text === undefined ? undefined : placeOf(text)
  }
}

function placeOf(text: string): Place {
  const place: Place = JSON.parse(text)
  return place
}

/** What is damaged is refused, rather than taken for what was said. */
async function* checked(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  sum: number,
): AsyncIterable<Uint8Array> {
  let found = 0
  try {
    for await (const chunk of stream) {
      found = crc32(chunk, found)
      yield chunk
    }
  } catch (error) {
    throw unreadable(error)
  }
  if (found !== sum) throw new UnreadableSource(`${shown(name)} is damaged.`)
}

function listEntries(zip: ZipFile, spool: Spool): Promise<void> {
  let count = 0
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve())
    zip.on('entry', (entry: Entry) => {
      try {
        count += 1
        if (count > mostEntries) throw new UnreadableSource(`It has over ${mostEntries} files.`)
        if (!entry.fileName.endsWith('/')) spool.add(list, entry.fileName, placeIn(entry))
        zip.readEntry()
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    zip.readEntry()
  })
}

function placeIn(entry: Entry): string {
  const place: Place = {
    fileName: entry.fileName,
    generalPurposeBitFlag: entry.generalPurposeBitFlag,
    compressionMethod: entry.compressionMethod,
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
    crc32: entry.crc32,
  }
  return JSON.stringify(place)
}

function unreadable(error: unknown): Error {
  if (error instanceof UnreadableSource) return error
  const why = error instanceof Error ? error.message : String(error)
  return new UnreadableSource(`It is no zip archive that can be read (${why}).`)
}

/** A name that somebody else has written, on one short line. */
export function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200))
}
