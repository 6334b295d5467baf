// Caches: a write to what they depend on makes them forget, however it is made; so does undoing it.
import { afterEach, expect, test } from 'bun:test'
import { like } from 'drizzle-orm'
import { subscriberIdsOf, subscribersOf } from '../src/channels/repository'
import { cache, keyedCache } from '../src/organization/cache'
import { organizationSettings } from '../src/organization/tables'
import { choicesFor } from '../src/user-topics/repository'
import { apiKeyByHash } from '../src/users/repository'
import { wrongCaches } from './support/cache-check'
import { addChannel } from './support/channels'
import { scenario } from './support/scenario'

/** The settings that are named `test …`, with their values. */
const all = cache([organizationSettings], ({ db }) => {
  const rows = db.orm
    .select()
    .from(organizationSettings)
    .where(like(organizationSettings.name, 'test %'))
    .all()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
})

const one = keyedCache(
  [organizationSettings.name],
  ({ db }, name: string) => ({
    value: db.sqlite
      .query<{ value: string }, [string]>('SELECT value FROM organization_settings WHERE name = ?')
      .get(name)?.value,
  }),
  3,
)

/** It says that it depends on nothing, and does. */
const careless = cache([], ({ db }) => db.orm.select().from(organizationSettings).all().length)

const { server } = await scenario({})
const organization = server.organization
// The first write makes what tells the caches of rows; the tests below write past the writer.
await organization.write(() => undefined)
afterEach(() => run("DELETE FROM organization_settings WHERE name LIKE 'test %'"))

function run(sql: string): void {
  organization.db.sqlite.run(sql)
}

test('every kind of statement makes a cache forget', () => {
  const seen = () => [all(organization), one(organization, 'test a').value, one(organization, 'test b').value]
  expect(seen()).toEqual([{}, undefined, undefined])
  run("INSERT INTO organization_settings VALUES ('test a', '1'), ('test b', '2')")
  expect(seen()).toEqual([{ 'test a': '1', 'test b': '2' }, '1', '2'])
  run("UPDATE organization_settings SET value = '3' WHERE name = 'test a'")
  expect(seen()).toEqual([{ 'test a': '3', 'test b': '2' }, '3', '2'])
  run(
    "INSERT INTO organization_settings VALUES ('test a', '4') ON CONFLICT DO UPDATE SET value = excluded.value",
  )
  expect(seen()).toEqual([{ 'test a': '4', 'test b': '2' }, '4', '2'])
  run("INSERT OR REPLACE INTO organization_settings VALUES ('test a', '5')")
  expect(seen()).toEqual([{ 'test a': '5', 'test b': '2' }, '5', '2'])
  run("DELETE FROM organization_settings WHERE name = 'test b'")
  expect(seen()).toEqual([{ 'test a': '5' }, '5', undefined])
  run("UPDATE organization_settings SET name = 'test b' WHERE name = 'test a'")
  expect(seen()).toEqual([{ 'test b': '5' }, undefined, '5'])
})

test('what was not written to is kept, and of many keys the latest', () => {
  run("INSERT INTO organization_settings VALUES ('test a', '1'), ('test b', '2')")
  const [a, b] = [one(organization, 'test a'), one(organization, 'test b')]
  run("UPDATE organization_settings SET value = '3' WHERE name = 'test a'")
  expect(one(organization, 'test a')).not.toBe(a)
  expect(one(organization, 'test b')).toBe(b)
  one(organization, 'test c')
  expect(one(organization, 'test b')).toBe(b)
  one(organization, 'test d')
  expect(one(organization, 'test b')).not.toBe(b)
  run('DELETE FROM users WHERE id = 0')
  expect(all(organization)).toBe(all(organization))
})

test('what was loaded in a write is forgotten when that is undone, alone or with its batch', async () => {
  const failing = async (value: string): Promise<void> => {
    await organization.write((tx) => {
      tx.sqlite.query("INSERT INTO organization_settings VALUES ('test a', ?)").run(value)
      expect([all(organization), one(organization, 'test a').value]).toEqual([{ 'test a': value }, value])
      throw new Error('No')
    })
  }
  const writing = organization.write((tx) => {
    tx.sqlite.query("INSERT INTO organization_settings VALUES ('test b', '2')").run()
    return all(organization)
  })
  const outcomes = await Promise.allSettled([failing('1'), writing, failing('3')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(await writing).toEqual({ 'test b': '2' })
  expect([all(organization), one(organization, 'test a').value]).toEqual([{ 'test b': '2' }, undefined])
})

test('a commit that fails is forgotten like a write', async () => {
  run(
    'CREATE TABLE IF NOT EXISTS later (setting TEXT REFERENCES organization_settings DEFERRABLE INITIALLY DEFERRED)',
  )
  const failing = organization.write((tx) => {
    tx.sqlite.query("INSERT INTO organization_settings VALUES ('test a', '1')").run()
    tx.sqlite.query("INSERT INTO later VALUES ('nowhere')").run()
    return all(organization)
  })
  expect(failing).rejects.toThrow('FOREIGN KEY')
  await failing.catch(() => {})
  expect(all(organization)).toEqual({})
})

test('a key may be bytes, or several columns', async () => {
  const hash = Bun.SHA256.hash('a key', 'hex')
  expect(apiKeyByHash(organization, hash)).toBeUndefined()
  run(`INSERT INTO api_keys (user_id, hash, created_at) VALUES (${server.owner.id}, x'${hash}', 0)`)
  expect(apiKeyByHash(organization, hash)).toMatchObject({ userId: server.owner.id })
  const { id } = await addChannel(server.owner, 'topics')
  expect(choicesFor(organization, id, 'a b').size).toBe(0)
  run(`INSERT INTO user_topics VALUES (${server.owner.id}, ${id}, 'a b', 'A b', 1, 0)`)
  expect([...choicesFor(organization, id, 'a b').keys()]).toEqual([server.owner.id])
})

test('a key may stand in another table, and a change of other columns may not matter', async () => {
  const ann = await server.addPerson('Ann')
  const { id } = await addChannel(server.owner, 'people', [server.owner, ann])
  const ids = subscriberIdsOf(organization, id)
  expect(ids).toEqual([server.owner.id, ann.id])
  run(`UPDATE subscriptions SET is_pinned = 1 WHERE user_id = ${ann.id}`)
  expect(subscribersOf(organization, id).get(ann.id)).toMatchObject({ isPinned: true })
  run(`UPDATE users SET full_name = 'Anna' WHERE id = ${ann.id}`)
  expect(subscriberIdsOf(organization, id)).toBe(ids)
  run(`UPDATE users SET is_active = 0 WHERE id = ${ann.id}`)
  expect(subscriberIdsOf(organization, id)).toEqual([server.owner.id])
  expect([...subscribersOf(organization, id).keys()]).toEqual([server.owner.id])
  run(`UPDATE users SET is_active = 1 WHERE id = ${ann.id}`)
  expect(subscriberIdsOf(organization, id)).toEqual([server.owner.id, ann.id])
})

test('a cache that depends on more than it says is found out', () => {
  const count = careless(organization)
  run("INSERT INTO organization_settings VALUES ('test a', '1')")
  expect(careless(organization)).toBe(count)
  expect(wrongCaches()).toEqual([
    expect.stringContaining('A cache does not say that it depends on organization_settings'),
    expect.stringContaining(`A cache answers ${count}, the tables say ${count + 1}`),
  ])
})

test('no cache is made that open organizations would not tell of their writes', () => {
  expect(() => cache([organizationSettings], () => 0)).toThrow('while an organization was open')
})
