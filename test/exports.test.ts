// Data exports: administrators ask for an archive, which is made meanwhile; what is in it is public, or consented to.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportedTables, leftOut } from '../src/export-archive/catalogue'
import { getTableName } from 'drizzle-orm'
import { filesOf, linesOf } from './support/archives'
import { sendTo } from './support/changed-messages'
import { addChannel } from './support/channels'
import { Client, type Parameters } from './support/client'
import { Confab, createAcme } from './support/confab'
import { holdsLaw } from './support/law'
import { item, items } from './support/law/rules'
import { eventsDuring, sendDirectly } from './support/messages'
import { areRefused, badRequest, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

setDefaultTimeout(240_000)

const { server, owner, adam, ann, bob, cleo, gus } = await scenario({
  adam: 'administrator',
  ann: 'member',
  bob: 'member',
  cleo: 'member',
  gus: 'guest',
})

async function list(): Promise<Record<string, unknown>[]> {
  return items((await adam.get('/export/realm')).body['exports'])
}

/** Makes an archive to its end. @returns its address */
async function made(kind: 1 | 2): Promise<string> {
  // As if it were another week.
  server.clock.advance(8 * 24 * 3600 * 1000)
  const { body } = await adam.post('/export/realm', { export_type: kind })
  expect(body).toMatchObject({ result: 'success' })
  await server.server.settled()
  return String((await list()).find(({ id }) => id === body['id'])?.['export_url'])
}

function download(url: string, who: Client): Promise<Response> {
  const { pathname } = new URL(url)
  return fetch(server.url + pathname, { headers: { authorization: who.authorization } })
}

async function contents(url: string): Promise<ReadonlyMap<string, string>> {
  return filesOf(await (await download(url, adam)).bytes())
}

const administratorsOnly = 'Must be an organization administrator'

/** A call that is refused, and changes nothing. */
function refused(
  who: Client,
  method: Refusal['method'],
  path: string,
  msg: string,
  parameters: Parameters = {},
) {
  return areRefused(adam, [{ who, method, path, parameters, answer: badRequest(msg) }])
}

const consents = (who: Client, allows: boolean) =>
  who.patch('/settings', { allow_private_data_export: allows })

test('an administrator asks for one, is told when it is done, saves it and deletes it', async () => {
  const before = await list()
  const [toAdam, toOwner] = await eventsDuring(
    [
      [adam, { event_types: ['realm_export'] }],
      [owner, { event_types: ['realm_export'] }],
    ],
    () => made(1),
  )
  const [first, last] = [toAdam?.at(0), toAdam?.at(-1)]
  expect(items(first?.['exports']).at(-1)).toMatchObject({ pending: true, export_url: null, progress: 0 })
  expect(items(last?.['exports']).at(-1)).toEqual({
    id: expect.any(Number),
    acting_user_id: adam.id,
    export_time: server.clock.now() / 1000,
    deleted_timestamp: null,
    failed_timestamp: null,
    export_url: expect.stringMatching(
      /^http:\/\/localhost:\d+\/exports\/1\/[\w-]+\/confab-export-\d{4}-\d\d-\d\d\.tar\.gz$/,
    ),
    pending: false,
    export_type: 1,
  })
  expect(toOwner).toEqual([])
  const [export_] = (await list()).slice(before.length)
  const url = String(export_?.['export_url'])
  const { body } = await adam.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  expect(items(body['messages'])[0]?.['content']).toBe(
    `Your data export is complete. [View and download](${url}).`,
  )

  const saved = await download(url, owner)
  expect(saved.headers.get('content-disposition')).toStartWith('attachment; filename=confab-export-')
  expect(saved.headers.get('content-type')).toBe('application/gzip')
  for (const who of [ann, gus]) expect((await download(url, who)).status).toBe(404)
  expect((await fetch(server.url + new URL(url).pathname)).status).toBe(404)
  expect(readdirSync(server.organization.folder)).not.toContain('exports')

  const id = Number(export_?.['id'])
  await refused(ann, 'delete', `/export/realm/${id}`, administratorsOnly)
  await holdsLaw([adam], () => owner.delete(`/export/realm/${id}`))
  expect((await list()).at(-1)).toMatchObject({
    id,
    export_url: null,
    pending: false,
    deleted_timestamp: server.clock.now() / 1000,
  })
  expect((await download(url, adam)).status).toBe(404)
  await refused(adam, 'delete', `/export/realm/${id}`, 'Export already deleted')
  await refused(adam, 'delete', '/export/realm/999', 'Invalid data export ID')
})

test('an archive is deleted when it was there for as long as archives are kept, and its requester is told', async () => {
  const url = await made(1)
  const { folder } = server.organization
  const archives = () => readdirSync(join(folder, 'uploads'), { recursive: true }).length
  const before = archives()
  await server.advance(30 * 24 * 3600 * 1000 - 60_000)
  expect((await download(url, adam)).status).toBe(200)
  const [toAdam] = await eventsDuring([[adam, { event_types: ['realm_export'] }]], () =>
    holdsLaw([adam, owner], () => server.advance(120_000)),
  )
  expect(items(toAdam?.[0]?.['exports']).at(-1)).toMatchObject({
    export_url: null,
    pending: false,
    deleted_timestamp: server.clock.now() / 1000,
  })
  expect((await download(url, adam)).status).toBe(404)
  expect(archives()).toBeLessThan(before)
  const entries = items((await owner.get('/realm/audit_log')).body['audit_log'])
  expect(entries[0]).toMatchObject({ action: 'export.deleted', actor_type: 'system' })
})

test('one at a time, five a week, by administrators alone', async () => {
  server.clock.advance(8 * 24 * 3600 * 1000)
  for (const who of [ann, gus]) {
    await refused(who, 'get', '/export/realm', administratorsOnly)
    await refused(who, 'post', '/export/realm', administratorsOnly)
    await refused(who, 'get', '/export/realm/consents', administratorsOnly)
  }
  const both = await Promise.all([adam.post('/export/realm'), owner.post('/export/realm')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  await server.server.settled()
  for (let count = 1; count < 5; count++) {
    expect((await adam.post('/export/realm')).status).toBe(200)
    await server.server.settled()
  }
  const sixth = await owner.post('/export/realm')
  expect([sixth.status, sixth.body['code']]).toEqual([429, 'RATE_LIMIT_HIT'])
  const wait = Number(sixth.headers.get('retry-after'))
  expect(sixth.body['retry-after']).toBe(wait)
  server.clock.advance(wait * 1000)
  expect((await owner.post('/export/realm')).status).toBe(200)
  await server.server.settled()
})

test('who has consented is for administrators to know, and they are told when it changes', async () => {
  const list = async () => items((await adam.get('/export/realm/consents')).body['export_consents'])
  expect(await list()).toContainEqual({ user_id: ann.id, consented: false })
  const options = { event_types: ['realm_export_consent'] }
  const [toAdam, toBob] = await eventsDuring(
    [
      [adam, options],
      [bob, options],
    ],
    () => holdsLaw([ann, adam], () => consents(ann, true)),
  )
  expect(toAdam).toEqual([{ id: 0, type: 'realm_export_consent', user_id: ann.id, consented: true }])
  expect(toBob).toEqual([])
  expect(await list()).toContainEqual({ user_id: ann.id, consented: true })
  await owner.delete(`/users/${cleo.id}`)
  expect((await list()).map(({ user_id }) => user_id)).not.toContain(cleo.id)
  const [joined] = await eventsDuring([[adam, options]], async () => {
    await server.reactivate(cleo)
    await server.addPerson('Dan')
  })
  expect(joined?.map(({ consented }) => consented)).toEqual([false, false])
  await consents(ann, false)
})

test('a public archive has what is public; consent adds what those see who gave it', async () => {
  const open = await addChannel(ann, 'open', [ann, bob])
  const closed = await addChannel(ann, 'closed', [ann, bob], { invite_only: true })
  const late = await addChannel(bob, 'late', [bob], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await sendTo(ann, open.id, 'all', 'said openly')
  await sendTo(bob, closed.id, 'some', 'said among some')
  await sendTo(bob, late.id, 'before', 'said before she came')
  await bob.post('/users/me/subscriptions', { subscriptions: [{ name: 'late' }], principals: [ann.id] })
  await sendTo(bob, late.id, 'after', 'said after she came')
  await sendDirectly(bob, [ann], 'said to Ann alone')
  await sendDirectly(bob, [cleo], 'said to Cleo alone')
  await ann.post('/saved_snippets', { title: 'Snippet', content: 'kept by Ann' })
  await bob.post('/saved_snippets', { title: 'Snippet', content: 'kept by Bob' })
  await bob.patch('/settings', { email_address_visibility: 4 })

  const said = ['openly', 'among some', 'before she came', 'after she came', 'to Ann alone', 'to Cleo alone']
  const sayings = (files: ReadonlyMap<string, string>) =>
    said.filter((each) => [...files.values()].join().includes(`said ${each}`))
  const publicFiles = await contents(await made(1))
  expect(sayings(publicFiles)).toEqual(['openly'])
  expect(linesOf(publicFiles, 'streams').map(({ name }) => name)).not.toContain('closed')
  expect(linesOf(publicFiles, 'saved_snippets')).toEqual([])
  expect(JSON.stringify([...publicFiles.values()])).not.toContain(bob.email)

  await refused(
    adam,
    'post',
    '/export/realm',
    'Make sure that at least one organization owner consents to the export of their private data.',
    { export_type: 2 },
  )
  await consents(owner, true)
  await consents(ann, true)
  const files = await contents(await made(2))
  expect(sayings(files)).toEqual(['openly', 'among some', 'after she came', 'to Ann alone'])
  expect(linesOf(files, 'saved_snippets').map(({ content }) => content)).toEqual(['kept by Ann'])
  const everything = JSON.stringify([...files.values()])
  for (const secret of ['password_hash', 'api_key', 'signing-key'])
    expect([...files.keys(), everything].join()).not.toContain(`"${secret}"`)
  expect(JSON.parse(files.get('export.json') ?? '')).toMatchObject({
    type: 'standard',
    has_credentials: false,
  })
})

test('one that can not be made is known to have failed, and its requester is told', async () => {
  server.clock.advance(8 * 24 * 3600 * 1000)
  const uploads = join(server.organization.folder, 'uploads')
  renameSync(uploads, `${uploads}-away`)
  writeFileSync(uploads, 'no folder')
  const { body } = await adam.post('/export/realm')
  // It is tried again, later each time.
  for (let attempt = 0; attempt < 3; attempt++) await server.advance(120_000)
  rmSync(uploads)
  renameSync(`${uploads}-away`, uploads)
  expect((await list()).at(-1)).toMatchObject({
    id: body['id'],
    pending: false,
    export_url: null,
    failed_timestamp: expect.any(Number),
  })
  await refused(adam, 'delete', `/export/realm/${body['id']}`, 'Export failed, nothing to delete')
  const newest = await adam.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(String(items(newest.body['messages'])[0]?.['content'])).toContain('Your data export has failed')
  expect((await adam.post('/export/realm')).status).toBe(200)
  await server.server.settled()
})

test('every table goes along, or it is said why not', () => {
  const tables = server.organization.db.sqlite
    .query<{ name: string }, []>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'message_search%'`,
    )
    .all()
    .map(({ name }) => name)
  const known = [...exportedTables.map(({ table }) => getTableName(table)), ...Object.keys(leftOut)]
  expect(known.toSorted()).toEqual(tables.toSorted())
})

test('a server that is killed while it makes one makes it when it is back', async () => {
  await using confab = new Confab()
  await confab.run(createAcme, 'correct horse battery')
  const key = String((await confab.json(['user', 'key', '--email', 'owner@x.io']))['api_key'])
  const first = await confab.serve()
  const asked = await new Client(first.url, 0, 'owner@x.io', key).post('/export/realm')
  expect(asked.body).toMatchObject({ result: 'success', id: 1 })
  first.kill('SIGKILL')
  await first.exited
  const again = await confab.serve(['--json', '--rate-limits', 'off'])
  const caller = new Client(again.url, 0, 'owner@x.io', key)
  for (;;) {
    const made = item(items((await caller.get('/export/realm')).body['exports'])[0])
    if (made['pending'] === true) continue
    expect(made).toMatchObject({ failed_timestamp: null, export_url: expect.any(String) })
    break
  }
  expect(readdirSync(join(confab.data, 'organizations', 'root'))).not.toContain('exports')
})
