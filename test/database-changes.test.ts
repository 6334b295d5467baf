// What is told of a database's changes since it was copied: whatever is not as in the copy is among it, and the rest need not be read.
import { expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchChanges } from '../src/organization/checkpoint-holds'
import { ManualClock } from '../src/organization/clock'
import { copyDatabase } from '../src/organization/database-copy'
import { defaultRules } from '../src/organization/rules'
import { databaseFile, Organization } from '../src/organization/organization'
import { randomly } from './support/random'

// Each copy is made by a process of its own.
setDefaultTimeout(240_000)

const partSize = 64 * 1024
const rows = 200

function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'confab-changes-'))
  return work(folder).finally(() => rmSync(folder, { recursive: true }))
}

async function filled(folder: string): Promise<Organization> {
  const organization = Organization.open('', folder, new ManualClock(0))
  organization.db.sqlite.run('CREATE TABLE filler (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT')
  await organization.write((tx) => {
    for (let id = 1; id <= rows; id++)
      tx.sqlite.query('INSERT INTO filler VALUES (?, randomblob(16000))').run(id)
  })
  return organization
}

/** Those parts of the files that are not the same. */
function differences(one: string, other: string): { parts: number[]; count: number } {
  const [a, b] = [readFileSync(one), readFileSync(other)]
  const count = Math.ceil(Math.max(a.length, b.length) / partSize)
  const partOf = (bytes: Buffer, place: number) => bytes.subarray(place * partSize, (place + 1) * partSize)
  const parts = Array.from({ length: count }, (_, place) => place)
  return { parts: parts.filter((place) => !partOf(a, place).equals(partOf(b, place))), count }
}

const id = fc.integer({ min: 1, max: rows })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('change'), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add'), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail'), id }) },
  // More than the log may have before it is brought in.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('much'), id }) },
)

test('whatever happens, each change since the copy is told', async () => {
  await randomly(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    { runs: 12, must: 'change delete add fail much told spared', shrinks: false },
    async (steps, did) =>
      await inFolder(async (folder) => {
        const organization = await filled(folder)
        const copy = join(folder, 'copy.sqlite')
        const watch = await watchChanges(organization, partSize)
        await copyDatabase(organization, copy)
        for (const { kind, id } of steps) {
          await perform(organization, kind, id).catch(() => undefined)
          did(kind)
          await Bun.sleep(0)
        }
        let told: ReadonlySet<number> | undefined
        await organization.close(() => (told = watch?.end()))
        const { parts, count } = differences(copy, join(folder, databaseFile))
        expect(told).toBeDefined()
        expect(parts.filter((place) => !told?.has(place))).toEqual([])
        if (parts.length > 0) did('told')
        if ((told?.size ?? count) < count) did('spared')
      }),
  )
})

async function perform(organization: Organization, kind: string, id: number): Promise<void> {
  await organization.write((tx) => {
    const run = (sql: string) => tx.sqlite.query(sql).run(id)
    if (kind === 'delete') run('DELETE FROM filler WHERE id = ?')
    if (kind === 'add') run('INSERT INTO filler (data) SELECT randomblob(16000) FROM filler WHERE id > ?')
    if (kind === 'much') run('UPDATE filler SET data = randomblob(16000) WHERE id <> ?')
    if (kind === 'change' || kind === 'fail') run('UPDATE filler SET data = randomblob(16000) WHERE id = ?')
    if (kind === 'fail') throw new Error('It is undone')
  })
}

test('where other processes read the database, too, nothing is told', async () => {
  await inFolder(async (folder) => {
    const rules = { ...defaultRules, sqliteLocking: 'normal' as const }
    const organization = Organization.open('', folder, new ManualClock(0), rules)
    expect(await watchChanges(organization, partSize)).toBeUndefined()
    await organization.close()
  })
})
