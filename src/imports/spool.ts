// What an archive says, put down on disk to be read in another order or by a key: memory has only what is being looked at.
import { Database } from 'bun:sqlite'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { UnreadableSource } from './source'
import { temporaryFolder } from './temporary'

/** Room that is left on the disk, in bytes. */
const leftRoom = 256 * 1024 * 1024
/** After so many bytes it is looked again whether there is room. */
const roomEvery = 16 * 1024 * 1024
/** Rows are read in portions of so many, or so many UTF-16 units. */
const perPortion = { rows: 500, length: 2_000_000 }

export interface SpooledRow {
  /** Says where among its list the row stands; those of one key are in the order in which they were added. */
  readonly key: string | number
  readonly text: string
}

/** Lists of texts, each with a key, in a temporary folder that files of the archive may be unpacked to as well. */
export class Spool {
  readonly folder = temporaryFolder()
  readonly #db: Database
  #sinceLook = 0

  constructor() {
    this.#db = new Database(join(this.folder, 'spool'), { create: true, strict: true })
    // Nobody else reads it, and after a crash it is made anew: one transaction, which never ends.
    for (const pragma of [
      'journal_mode = OFF',
      'synchronous = OFF',
      'locking_mode = EXCLUSIVE',
      'cache_size = -8192',
    ])
      this.#db.run(`PRAGMA ${pragma}`)
    this.#db.run('CREATE TABLE spooled (list TEXT NOT NULL, key NOT NULL, text TEXT NOT NULL)')
    this.#db.run('CREATE INDEX spooled_by_key ON spooled (list, key)')
    this.#db.run('BEGIN')
  }

  /** @throws UnreadableSource if the disk has no room for it */
  add(list: string, key: string | number, text: string): void {
    this.room(text.length)
    this.#db.query('INSERT INTO spooled (list, key, text) VALUES (?, ?, ?)').run(list, key, text)
  }

  /** The texts of a key. */
  of(list: string, key: string | number): string[] {
    return this.#db
      .query<{ text: string }, [string, string | number]>(
        'SELECT text FROM spooled WHERE list = ? AND key = ? ORDER BY rowid',
      )
      .all(list, key)
      .map(({ text }) => text)
  }

  /** The first text of a key. */
  first(list: string, key: string | number): string | undefined {
    return (
      this.#db
        .query<{ text: string }, [string, string | number]>(
          'SELECT text FROM spooled WHERE list = ? AND key = ? ORDER BY rowid LIMIT 1',
        )
        .get(list, key)?.text ?? undefined
    )
  }

  count(list: string): number {
    return (
      this.#db
        .query<{ count: number }, [string]>('SELECT count(*) AS count FROM spooled WHERE list = ?')
        .get(list)?.count ?? 0
    )
  }

  /** A list in the order of its keys, numbers first; it may grow meanwhile, behind what was read. */
  *inOrder(list: string): Iterable<SpooledRow> {
    for (const portion of this.portions(list)) yield* portion
  }

  /** The same, in portions that are small enough to be in memory as a whole. */
  *portions(list: string): Iterable<SpooledRow[]> {
    const statement = this.#db.query<
      SpooledRow & { rowid: number; before: number },
      [string, string | number, number, number]
    >(
      `SELECT key, rowid, text, sum(length(text)) OVER (ORDER BY key, rowid) - length(text) AS before FROM (
         SELECT key, rowid, text FROM spooled WHERE list = ? AND (key, rowid) > (?, ?) ORDER BY key, rowid LIMIT ?)`,
    )
    let last: { key: string | number; rowid: number } = { key: -Infinity, rowid: 0 }
    for (;;) {
      const found = statement.all(list, last.key, last.rowid, perPortion.rows)
      const rows = found.filter(({ before }) => before < perPortion.length)
      const end = rows.at(-1)
      if (!end) return
      last = end
      yield rows
    }
  }

  /** @throws UnreadableSource if the disk has no room for so many bytes more */
  room(bytes: number): void {
    this.#sinceLook += bytes
    if (this.#sinceLook < roomEvery) return
    this.#sinceLook = 0
    const { bavail, bsize } = statfsSync(this.folder)
    if (bavail * bsize - bytes < leftRoom)
      throw new UnreadableSource('There is not enough room on the disk to unpack it.')
  }

  close(): void {
    this.#db.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Makes something that reads from a spool and closes it in the end; if that fails, it is closed at once. */
export async function spooling<Made>(make: (spool: Spool) => Promise<Made>): Promise<Made> {
  const spool = new Spool()
  try {
    return await make(spool)
  } catch (error) {
    spool.close()
    throw error
  }
}
