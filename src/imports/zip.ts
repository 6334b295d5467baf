// Files in a zip archive, read one by one from where they stand: however large it is, and whoever made it.
import { open, type Entry, type ZipFile } from 'yauzl'
import { UnreadableSource } from './source'

/** Of JSON that is read as a whole, in bytes. */
const longestJson = 128 * 1024 * 1024
/** How many files an archive may have: their names are kept. */
const mostEntries = 1_000_000
/** What is packed more tightly than this, and large, was made to fill a disk. */
const bomb = { ratio: 300, bytes: 256 * 1024 * 1024 }

/** An open zip archive. */
export class Zip {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws UnreadableSource for what is no zip archive, or one with names that lead elsewhere */
  static async open(path: string): Promise<Zip> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      open(path, { lazyEntries: true, autoClose: false }, (error, opened) => {
        if (opened) resolve(opened)
        else reject(unreadable(error))
      })
    })
    try {
      return new Zip(zip, await entriesOf(zip))
    } catch (error) {
      zip.close()
      throw unreadable(error)
    }
  }

  /** All names, in the archive's order. */
  get names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Bytes of the file, unpacked; 0 if there is none. */
  size(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0
  }

  /** The bytes of a file, as they are read. @throws UnreadableSource if there is none, or it is not what it says */
  async read(name: string): Promise<AsyncIterable<Uint8Array>> {
    const entry = this.#entries.get(name)
    if (!entry) throw new UnreadableSource(`It has no file ${shown(name)}.`)
    const { compressedSize, uncompressedSize } = entry
    if (uncompressedSize > bomb.bytes && uncompressedSize > compressedSize * bomb.ratio)
      throw new UnreadableSource(
        `${shown(name)} is packed more tightly than any file that is meant to be read.`,
      )
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => {
        if (error) reject(unreadable(error))
        else resolve(stream)
      })
    })
  }

  /** What a file of JSON says. @throws UnreadableSource for what is none, or too long to be read as a whole */
  async json(name: string): Promise<unknown> {
    if (this.size(name) > longestJson)
      throw new UnreadableSource(`${shown(name)} is too large: ${this.size(name)} bytes of JSON.`)
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of await this.read(name)) chunks.push(chunk)
      return JSON.parse(Buffer.concat(chunks).toString())
    } catch (error) {
      if (error instanceof UnreadableSource) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new UnreadableSource(`${shown(name)} can't be read: ${why}.`)
    }
  }

  close(): void {
    this.#zip.close()
  }
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      if (entries.size >= mostEntries)
        return reject(new UnreadableSource(`It has over ${mostEntries} files.`))
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
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
