// The one writer: writes of a turn share a commit, a failing one is undone alone, events go out after the commit.
import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actingAs } from '../src/organization/actor'
import { ManualClock } from '../src/organization/clock'
import { Organization } from '../src/organization/organization'
import { settings, storeSetting } from '../src/organization/settings'
import { turnLimits } from '../src/organization/turns'

let folder: string
let organization: Organization
const { perCommit } = turnLimits
beforeAll(() => {
  // However slow the machine is.
  turnLimits.perCommit = Infinity
  folder = mkdtempSync(join(tmpdir(), 'confab-writer-'))
  organization = Organization.open('', folder, new ManualClock(0))
  organization.db.sqlite.run('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT')
})
afterEach(() => {
  organization.db.sqlite.run('DELETE FROM notes')
})
afterAll(async () => {
  turnLimits.perCommit = perCommit
  await organization.close()
  rmSync(folder, { recursive: true })
})

function note(text: string): Promise<string> {
  return organization.write((tx) => {
    tx.sqlite.query('INSERT INTO notes VALUES (?)').run(text)
    return text
  })
}

function notes(): string[] {
  const rows = organization.db.sqlite
    .query<{ text: string }, []>('SELECT text FROM notes ORDER BY rowid')
    .all()
  return rows.map(({ text }) => text)
}

test('every commit is synced', async () => {
  await note('the first write, before which there is no log')
  expect(organization.db.sqlite.query('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(organization.db.sqlite.query('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
})

test('writes of the same turn are in order and reach the disk together', async () => {
  const onDisk = (): number => notesOf(copyOfFiles())
  const seen: string[] = []
  const writes = ['a', 'b', 'c'].map((text) =>
    organization.write((tx) => {
      tx.sqlite.query('INSERT INTO notes VALUES (?)').run(text)
      seen.push(`${text}: ${notes().length} here, ${onDisk()} on disk`)
      tx.afterCommit(() => seen.push(`after ${text}: ${onDisk()} on disk`))
    }),
  )
  await Promise.all(writes)
  expect(seen).toEqual([
    'a: 1 here, 0 on disk',
    'b: 2 here, 0 on disk',
    'c: 3 here, 0 on disk',
    'after a: 3 on disk',
    'after b: 3 on disk',
    'after c: 3 on disk',
  ])
})

test('a turn commits as many writes as it takes on; who writes much does not keep others waiting', async () => {
  turnLimits.perCommit = 0
  const told: string[] = []
  const by = (id: number, text: string): Promise<unknown> => {
    const actor = { caller: { id }, sessionId: undefined, apiKeyId: undefined, client: '', address: '' }
    const written = actingAs(actor, () => note(text))
    return written.then(() => told.push(`${text} and ${notesOf(copyOfFiles()) - 1} others`))
  }
  const writes = [by(1, 'a'), by(1, 'b'), by(1, 'c'), by(1, 'a'), by(2, 'd'), by(1, 'e'), by(3, 'f')]
  const outcomes = await Promise.allSettled(writes)
  turnLimits.perCommit = Infinity
  expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1)
  expect(told).toEqual([
    'a and 0 others',
    'b and 1 others',
    'd and 2 others',
    'f and 3 others',
    'c and 4 others',
    'e and 5 others',
  ])
})

/** A copy of the database's files as they are now: what a crash at this moment would leave. */
function copyOfFiles(): string {
  const copy = mkdtempSync(join(folder, 'copy-'))
  for (const name of ['confab.sqlite', 'confab.sqlite-wal'])
    copyFileSync(join(folder, name), join(copy, name))
  return join(copy, 'confab.sqlite')
}

function notesOf(file: string): number {
  using database = new Database(file)
  using statement = database.prepare<{ count: number }, []>('SELECT count(*) AS count FROM notes')
  return statement.get()?.count ?? 0
}

test('what is derived is written at once: by itself, or as part of the write under way', async () => {
  const derive = (text: string) => () =>
    organization.db.sqlite.query('INSERT INTO notes VALUES (?)').run(text)
  organization.writeDerived(derive('alone'))
  expect(notes()).toEqual(['alone'])
  expect(() =>
    organization.writeDerived(() => {
      derive('half')()
      derive('alone')()
    }),
  ).toThrow('UNIQUE')
  expect(notes()).toEqual(['alone'])
  await organization.write(() => organization.writeDerived(derive('within')))
  const failing = organization.write(() => {
    organization.writeDerived(derive('undone'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(notes()).toEqual(['alone', 'within'])
  // What comes after is synced as ever.
  expect(organization.db.sqlite.query('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
})

test('a failing write is undone alone', async () => {
  const writes = [note('a'), note('a'), note('b')]
  const outcomes = await Promise.allSettled(writes)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(notes()).toEqual(['a', 'b'])
})

test('a write that fails after it has changed something is undone alone; the others are done, once', async () => {
  const told: string[] = []
  const telling = (text: string): Promise<void> =>
    organization.write((tx) => {
      tx.sqlite.query('INSERT INTO notes VALUES (?)').run(text)
      tx.afterCommit(() => told.push(text))
    })
  const failing = organization.write((tx) => {
    tx.sqlite.query('INSERT INTO notes VALUES (?)').run('undone')
    tx.afterCommit(() => told.push('undone'))
    throw new Error('No')
  })
  const outcomes = await Promise.allSettled([telling('a'), failing, telling('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(notes()).toEqual(['a', 'b'])
  expect(told).toEqual(['a', 'b'])
})

test('what follows a commit runs after it, before the promise resolves, and not for a failed write', async () => {
  const order: string[] = []
  const good = organization
    .write((tx) => {
      tx.afterCommit(() => order.push(`after commit, in transaction: ${tx.sqlite.inTransaction}`))
      order.push('work')
    })
    .then(() => order.push('resolved'))
  const bad = organization.write((tx) => {
    tx.afterCommit(() => order.push('never'))
    throw new Error('No')
  })
  await Promise.allSettled([good, bad])
  expect(order).toEqual(['work', 'after commit, in transaction: false', 'resolved'])
})

test('one event that fails keeps back no other, and the caller is told', async () => {
  const sent: string[] = []
  const written = organization.write((tx) => {
    tx.afterCommit(() => {
      throw new Error('Not this one')
    })
    tx.afterCommit(() => sent.push('the other'))
  })
  expect(written).rejects.toThrow('Not this one')
  await written.catch(() => {})
  expect(sent).toEqual(['the other'])
})

test('a commit that fails undoes the whole batch and tells every write', async () => {
  const { sqlite } = organization.db
  sqlite.run('CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT')
  sqlite.run(
    'CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED) STRICT',
  )
  const orphan = organization.write((tx) => tx.sqlite.query('INSERT INTO children VALUES (7)').run())
  const outcomes = await Promise.allSettled([note('a'), orphan])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(notes()).toEqual([])
  expect(await note('later')).toBe('later')
})

test('settings read what a write of the same batch has changed, and forget what is undone', async () => {
  const first = organization.write((tx) => storeSetting(tx, 'name', 'First'))
  const second = organization.write(() => settings(organization).name)
  const third = organization.write((tx) => {
    storeSetting(tx, 'name', 'Never')
    throw new Error('No')
  })
  await Promise.allSettled([first, third])
  expect(await second).toBe('First')
  expect(settings(organization).name).toBe('First')
})
