// The steps that make a new database: all of drizzle/, strict tables, and the big narrow one stored by its key alone.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, openDatabase } from '../src/organization/database'
import { DatabaseTooNewError } from '../src/migrations/upgrade'
import { steps } from '../src/migrations/steps'

test('the steps are those of drizzle-kit, in its order', async () => {
  const { entries }: { entries: { tag: string }[] } = await Bun.file('drizzle/meta/_journal.json').json()
  expect(steps.map(({ name }) => name)).toEqual(entries.map(({ tag }) => tag))
  for (const { name, sql } of steps) expect(sql).toBe(await Bun.file(`drizzle/${name}.sql`).text())
})

test('every table is strict, and only the narrow ones have no row ID', () => {
  inFolder((folder) => {
    const database = openDatabase(join(folder, 'confab.sqlite'))
    const tables = database.sqlite
      .query<{ name: string; wr: number; strict: number }, []>(
        `SELECT name, wr, strict FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
      )
      .all()
    closeDatabase(database)
    expect(tables.length).toBeGreaterThan(5)
    expect(tables.filter((table) => table.strict === 0)).toEqual([])
    const narrow = tables.filter((table) => table.wr === 1).map((table) => table.name)
    expect(narrow.toSorted()).toEqual([
      'archived_attachment_messages',
      'attachment_messages',
      'audit_log_people',
      'import_sources',
      'message_states',
      'pushed_messages',
    ])
  })
})

test('a database of a newer version is refused and stays as it is, byte for byte', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'confab.sqlite')
    closeDatabase(openDatabase(file))
    const newer = new Database(file)
    newer.run('PRAGMA user_version = 9999')
    newer.run('PRAGMA wal_checkpoint(TRUNCATE)')
    newer.close()
    const before = await Bun.file(file).bytes()
    expect(() => openDatabase(file)).toThrow(DatabaseTooNewError)
    expect(await Bun.file(file).bytes()).toEqual(before)
  })
})

async function inFolder(work: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
