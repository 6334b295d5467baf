// An organization in an archive, and the archive on another server: everybody reads there what they read here.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { draftFolder } from '../src/export-archive/draft-folder'
import { importArchive } from '../src/export-archive/importing'
import { writeArchive } from '../src/export-archive/writing'
import { copyDatabase } from '../src/organization/database-copy'
import { Organizations } from '../src/organization/organizations'
import { directory } from '../src/users/repository'
import { calls } from './support/access/calls'
import { callAs } from './support/access/calling'
import { AccessWorld } from './support/access/world'
import { Client } from './support/client'
import { everythingSeenBy, type Nameable, type Seen } from './support/everything-seen'
import { TestServer } from './support/server'

setDefaultTimeout(240_000)

const folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** After these the organization, or who calls, can do no more; or nothing comes of them that is stored. */
const left =
  /realm\/deactivate$|DELETE \/api\/v1\/users\/me$|api_key\/regenerate$|^GET |\/export\/realm|logout|sessions/

/** An organization in which everything was done that can be done over the API, by its owner and by a member. */
async function fullWorld(): Promise<AccessWorld> {
  const world = await AccessWorld.make()
  for (const who of [world.callers.owner, world.callers.member]) {
    for (const [route, make] of Object.entries(calls)) {
      if (left.test(route)) continue
      const [method = '', path = ''] = route.split(' ')
      const credentials = { authorization: who.authorization }
      await callAs(world, method, path, await make(world, who), credentials)
    }
  }
  await world.server.server.settled()
  return world
}

/** IDs of everything. */
function nameable({ db }: TestServer['organization']): Nameable {
  const ids = (sql: string): number[] =>
    db.sqlite
      .query<{ id: number }, []>(sql)
      .all()
      .map(({ id }) => id)
  return {
    message_id: ids('SELECT id FROM messages'),
    stream_id: ids('SELECT id FROM channels'),
    user_id: ids('SELECT id FROM users'),
    user_group_id: ids('SELECT id FROM user_groups'),
  }
}

test('a full archive with credentials loses nothing', async () => {
  const world = await fullWorld()
  const { server, callers } = world
  const { organization } = server
  const readers = Object.values(callers).filter((who) => who !== callers.stranger && who.email !== '')
  const named = nameable(organization)
  // Before the archive is made: some of what is read is only made when somebody asks for it.
  const before = new Map<Client, Seen>()
  for (const who of readers) before.set(who, await everythingSeenBy(who, named))
  const archive = join(folder, 'full.tar.gz')
  const copy = join(folder, 'copy.sqlite')
  await copyDatabase(organization, copy)
  const request = {
    database: copy,
    folder: organization.folder,
    subdomain: '',
    storage: null,
    target: archive,
  }
  const written = await writeArchive(
    { ...request, type: 'full', withCredentials: true, now: server.clock.now() / 1000 },
    () => {},
  )
  expect(written.rows).toBeGreaterThan(500)

  const elsewhere = join(folder, 'elsewhere')
  const draft = draftFolder(elsewhere, '')
  await importArchive(archive, draft, () => {})
  const organizations = new Organizations(elsewhere, server.clock, undefined)
  organizations.adopt('', draft)
  await organizations.close()
  const { owner } = callers
  const other = await TestServer.on(
    elsewhere,
    server.clock.now(),
    async (url) => new Client(url, owner.id, owner.email, owner.apiKey),
  )
  for (const [who, seen] of before) {
    const after = await everythingSeenBy(new Client(other.url, who.id, who.email, who.apiKey), named)
    const names = [...new Set([...seen.keys(), ...after.keys()])]
    const differing = names
      .filter((name) => !Bun.deepEquals(seen.get(name), after.get(name)))
      .map((name) => [name, seen.get(name), after.get(name)])
    expect({ who: who.email, differing }).toEqual({ who: who.email, differing: [] })
  }
  expect(directory(other.organization).all).toEqual(directory(organization).all)
  const entries = (each: TestServer) => each.organization.db.sqlite.query('SELECT * FROM audit_log').all()
  expect(entries(other).slice(0, -1)).toEqual(entries(server))
  expect(entries(other).at(-1)).toMatchObject({ action: 'organization.imported' })
  await other.stop()
  await server.stop()
})
