// Whether a database file is whole, as far as can be told at every start: its length, its marks, and what was written last.
import { Database } from 'bun:sqlite'
import { dirname } from 'node:path'
import { missingPages } from './file-length'
import { isDamage } from './storage-failure'

/** Files of up to so many bytes are checked as a whole, which takes a millisecond. */
const smallFile = 1024 * 1024
/** In larger ones, tables of up to so many rows are, of others so many rows at each end. */
const smallTable = 2000
const rowsAtEachEnd = 100

/** The file is not what was written. */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError'

  constructor(file: string, what: string) {
    super(
      `${file} is damaged: ${what}. Stop the server and restore the folder ${dirname(file)} from a backup, ` +
        'or move it away to go without this organization.',
    )
  }
}

/** No organization can be served: the message says of each why, so that whoever restores them knows of all at once. */
export class AllDamagedError extends Error {
  override readonly name = 'AllDamagedError'

  constructor(damages: readonly DatabaseDamagedError[]) {
    super(damages.map(({ message }) => message).join('\n'))
  }
}

/**
 * Reads what a crash or a copy cut short can have damaged. It takes a time that depends on the number of tables, not on their
 * size: a page in the middle of a big table is found when it is read.
 * @param look is asked before the contents are checked, such as for a version whose contents are not known
 * @throws DatabaseDamagedError, and what `look` throws
 */
export function assertWhole<T>(file: string, look: (sqlite: Database) => T): T {
  const missing = missingPages(file)
  if (missing !== undefined) throw new DatabaseDamagedError(file, missing)
  try {
    using sqlite = new Database(file, { readwrite: true, create: false, strict: true })
    const seen = look(sqlite)
    const tables = tablesOf(sqlite)
    assertFilled(sqlite, tables)
    if (sizeOf(sqlite) <= smallFile) quickCheck(sqlite)
    else for (const table of tables) check(sqlite, table)
    return seen
  } catch (error) {
    if (isDamage(error) || error instanceof Finding) throw new DatabaseDamagedError(file, error.message)
    throw error
  }
}

/** What a check found. */
export class Finding extends Error {}

interface Table {
  name: string
  /** Whether it has no row ID. */
  wr: number
}

function tablesOf(sqlite: Database): Table[] {
  return sqlite
    .query<Table, []>(
      `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')`,
    )
    .all()
}

/** An organization's folder gets its name once it was founded: since then there are settings. */
function assertFilled(sqlite: Database, tables: readonly Table[]): void {
  const hasSettings =
    tables.some(({ name }) => name === 'organization_settings') &&
    sqlite.query('SELECT 1 FROM organization_settings').get() !== null
  if (!hasSettings) throw new Finding('nothing of an organization is in it')
}

function check(sqlite: Database, { name, wr }: Table): void {
  const table = `"${name}"`
  const { count } = sqlite
    .query<{ count: number }, []>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} LIMIT ${smallTable + 1})`,
    )
    .get() ?? { count: 0 }
  if (count > smallTable) return readEnds(sqlite, table, wr === 0 ? ['rowid'] : primaryKey(sqlite, name))
  quickCheck(sqlite, name)
}

/** @param table undefined for the whole file */
function quickCheck(sqlite: Database, table?: string): void {
  const checking = table === undefined ? 'PRAGMA quick_check' : `PRAGMA quick_check("${table}")`
  const found = sqlite.query<{ quick_check: string }, []>(checking).get()?.quick_check
  if (found !== 'ok') throw new Finding(table === undefined ? `${found}` : `${table}: ${found}`)
}

/** In bytes, with what is in the write-ahead log. */
function sizeOf(sqlite: Database): number {
  const [[size = 0] = []] = sqlite
    .query<[number], []>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
    .values()
  return Number(size)
}

function readEnds(sqlite: Database, table: string, key: readonly string[]): void {
  for (const order of ['ASC', 'DESC']) {
    const columns = key.map((column) => `${column} ${order}`).join(', ')
    sqlite.query(`SELECT * FROM ${table} ORDER BY ${columns} LIMIT ${rowsAtEachEnd}`).values()
  }
}

function primaryKey(sqlite: Database, table: string): string[] {
  return sqlite
    .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .all(table)
    .map(({ name }) => name)
}
