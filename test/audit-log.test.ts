// The audit log: who did what to whom, from where, in the write that did it; and how owners and the command line read it.
import { expect, spyOn, test } from 'bun:test'
import { setDeactivated } from '../src/administration/settings'
import { readAuditLog } from '../src/cli/audit-operations'
import { dropOneJob, retryOneJob } from '../src/cli/job-operations'
import { restoreDeleted } from '../src/cli/message-operations'
import { changeUserRole } from '../src/cli/user-operations'
import { addChannel, subscribe } from './support/channels'
import { anonymous, type Parameters } from './support/client'
import { Browser } from './support/browser'
import { Confab } from './support/confab'
import { queue, storedJobs, testKind } from './support/jobs'
import { item, items, numbers, type Item } from './support/law/rules'
import { sendDirectly } from './support/messages'
import { invalid } from './support/refusals'
import { addPeople, scenario } from './support/scenario'
import { password } from './support/server'

const { server, owner, ann, admin } = await scenario({ ann: 'member', admin: 'administrator' })

/** The newest entries that are asked for, newest first. */
async function log(parameters: Parameters = {}): Promise<Item[]> {
  const { body } = await owner.get('/realm/audit_log', parameters)
  expect(body).toMatchObject({ result: 'success' })
  return items(body['audit_log'])
}

function fetchKey(username: string, secret: string) {
  const body = new URLSearchParams({ username, password: secret })
  return anonymous(server.url, '/fetch_api_key', { method: 'POST', body })
}

test('an entry says who, with what, from where, what of whom was changed, and its old and new value', async () => {
  const { bob } = await addPeople(server, { bob: 'member' })
  await owner.request(`/users/${bob.id}`, {
    method: 'PATCH',
    headers: { 'user-agent': 'Flutter/1.2' },
    body: new URLSearchParams({ role: '300', full_name: 'Bob Other' }),
  })
  const [renamed, promoted, ...others] = await log({ object_type: 'user', object_id: bob.id })
  expect(promoted).toEqual({
    id: expect.any(Number),
    timestamp: server.clock.now() / 1000,
    action: 'user.role_changed',
    actor_type: 'user',
    actor_id: owner.id,
    session_id: null,
    api_key_id: 1,
    client: 'Flutter',
    address: '127.0.0.1',
    object_type: 'user',
    object_id: bob.id,
    object_name: 'Bob',
    target_user_ids: [bob.id],
    changes: { role: { old: 400, new: 300 } },
    count: 1,
    last_timestamp: server.clock.now() / 1000,
  })
  expect(renamed).toMatchObject({ changes: { full_name: { old: 'Bob', new: 'Bob Other' } } })
  expect(others).toMatchObject([{ action: 'user.created', actor_type: 'system' }])
})

test('what is refused leaves no trace, not even half of what was asked for', async () => {
  const [newest] = await log({ limit: 1 })
  await ann.patch(`/users/${owner.id}`, { role: 400 })
  await owner.patch(`/users/${ann.id}`, { role: 300, full_name: '*' })
  await owner.patch('/realm', { description: 'New', waiting_period_threshold: -5 })
  await owner.patch(`/users/${ann.id}`, { role: 400 })
  expect(await log({ limit: 1 })).toEqual([newest ?? {}])
})

test('keys, passwords, links and tokens are in no entry', async () => {
  const { cleo } = await addPeople(server, { cleo: 'member' })
  const made = [
    (await fetchKey(cleo.email, password)).body['api_key'],
    (await cleo.post('/users/me/api_key/regenerate')).body['api_key'],
    (await owner.post('/invites/multiuse', { stream_ids: [] })).body['invite_link'],
    (await owner.post(`/users/${cleo.id}/password_reset`)).body['reset_url'],
    (await owner.post('/bots', { full_name: 'Bot', short_name: 'bot' })).body['api_key'],
  ].map(
    (secret) =>
      String(secret)
        .split('/')
        .findLast((part) => part !== '') ?? '',
  )
  const everything = JSON.stringify(await log({ limit: 1000 }))
  for (const secret of made) {
    expect(secret.length).toBeGreaterThan(20)
    expect(everything).not.toContain(secret)
  }
  expect(everything).not.toContain(password)
})

test('whoever guesses passwords fills no disk: those of an hour are counted, for each account and for none', async () => {
  const { dora } = await addPeople(server, { dora: 'member' })
  for (let count = 0; count < 3; count++) await fetchKey(dora.email, 'wrong')
  for (const name of ['a', 'b', 'c']) await fetchKey(`${name}@example.com`, 'wrong')
  const failed = { action: ['user.login_failed'] }
  expect(await log(failed)).toMatchObject([
    { object_id: null, count: 3, target_user_ids: [] },
    { object_id: dora.id, count: 3, actor_type: 'visitor', actor_id: null, target_user_ids: [dora.id] },
  ])
  server.clock.advance(3_601_000)
  await fetchKey(dora.email, 'wrong')
  await fetchKey(dora.email, password)
  expect(await log(failed)).toHaveLength(3)
  expect(await log({ action: ['user.logged_in'], target_user_id: dora.id })).toMatchObject([
    { actor_type: 'user', actor_id: dora.id, session_id: null, api_key_id: expect.any(Number) },
  ])
})

test('wrong old passwords are counted; what was asked for beside them is not done', async () => {
  const { finn } = await addPeople(server, { finn: 'member' })
  const wanted = { new_password: 'another password', full_name: 'Finn Other' }
  for (const wrong of ['a wrong one', 'another wrong one']) {
    expect(await finn.patch('/settings', { ...wanted, old_password: wrong })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  }
  const [refused, ...others] = await log({ object_type: 'user', object_id: finn.id, actor_id: finn.id })
  expect(refused).toMatchObject({
    action: 'user.password_refused',
    api_key_id: expect.any(Number),
    target_user_ids: [finn.id],
    changes: {},
    count: 2,
  })
  expect(others).toEqual([])
  expect(JSON.stringify(refused)).not.toContain('wrong one')
})

test('an invitation that is sent once more is in it, with whose it is and for whom', async () => {
  const { gina } = await addPeople(server, { gina: 'moderator' })
  const sent = await gina.post('/invites', { invitee_emails: 'hugo@x.io', stream_ids: [] })
  const [id] = items(sent.body['invites']).map((invite) => Number(invite['id']))
  expect(await gina.post(`/invites/${id}/resend`)).toMatchObject({ status: 200 })
  await ann.post(`/invites/${id}/resend`)
  expect(await log({ object_type: 'invitation', object_id: id })).toMatchObject([
    {
      action: 'invitation.resent',
      actor_id: gina.id,
      object_name: 'hugo@x.io',
      target_user_ids: [gina.id],
      count: 1,
    },
    { action: 'invitation.created' },
  ])
})

test('a browser that logs in, changes the password and logs out is known by its session', async () => {
  const { elsa } = await addPeople(server, { elsa: 'member' })
  const browser = new Browser(server.url)
  await browser.logIn(elsa.email, password)
  await browser.patch('/settings', { old_password: password, new_password: 'another password' })
  await browser.post('/accounts/logout')
  const entries = await log({ actor_id: elsa.id })
  const [session] = new Set(entries.map((entry) => entry['session_id']))
  expect(entries).toMatchObject([
    { action: 'user.logged_out', session_id: expect.any(Number), api_key_id: null },
    { action: 'user.password_changed', session_id: session, changes: {} },
    { action: 'user.logged_in', session_id: session },
  ])
})

test('the command line and the server itself are told from people', async () => {
  const { organizations } = server.server
  const { fred } = await addPeople(server, { fred: 'member' })
  await changeUserRole.perform(organizations, { email: fred.email, role: 'moderator' })
  await setDeactivated(server.organization, true)
  await setDeactivated(server.organization, false)
  const lost = testKind('lost', async () => {})
  await queue(server, lost, 'one')
  const job_id = storedJobs(server)[0]?.id ?? 0
  await retryOneJob.perform(organizations, { job_id })
  await dropOneJob.perform(organizations, { job_id })
  const id = await sendDirectly(ann, [fred])
  await owner.patch('/realm', { can_delete_own_message_group: { new: 7 } })
  await ann.delete(`/messages/${id}`)
  await restoreDeleted.perform(organizations, { message_id: Number(id) })
  expect(
    await log({ action: ['job.retried', 'job.dropped', 'message.restored', 'user.role_changed'], limit: 4 }),
  ).toMatchObject([
    { action: 'message.restored', actor_type: 'console', object_id: id, target_user_ids: [ann.id] },
    { action: 'job.dropped', actor_type: 'console', object_id: job_id, object_name: 'lost' },
    { action: 'job.retried', actor_type: 'console' },
    { action: 'user.role_changed', actor_type: 'console', actor_id: null, address: null },
  ])
  const closing = await log({
    action: ['organization.reactivated', 'organization.deactivated', 'organization.created'],
  })
  expect(closing.map((entry) => [entry['action'], entry['actor_type']]).toSorted()).toEqual([
    ['organization.created', 'system'],
    ['organization.deactivated', 'system'],
    ['organization.reactivated', 'system'],
  ])
})

test('what others say in somebody’s profile is in it, what people say themselves is not', async () => {
  const { body } = await owner.post('/realm/profile_fields', { field_type: 1, name: 'Team' })
  const data = (value: string) => [{ id: body['id'], value }]
  await ann.patch('/users/me/profile_data', { data: data('Bakers') })
  await admin.patch(`/users/${ann.id}`, { profile_data: data('Millers') })
  expect(await log({ action: ['user.profile_changed'] })).toMatchObject([
    { actor_id: admin.id, object_id: ann.id, changes: { Team: { old: 'Bakers', new: 'Millers' } } },
  ])
})

test('many people are named in several entries, a hundred in each', async () => {
  const people = Array.from({ length: 120 }, (_, index) => [`p${index}`, 'member'] as const)
  const crowd = Object.values(await addPeople(server, Object.fromEntries(people)))
  const channel = await addChannel(owner, 'crowd')
  await subscribe(owner, channel, [owner, ...crowd])
  const entries = await log({
    object_type: 'channel',
    object_id: channel.id,
    action: ['channel.subscribers_added'],
  })
  const named = entries.map((entry) => numbers(entry['target_user_ids']))
  expect(named.map((ids) => ids.length)).toEqual([20, 100])
  expect(named.flat().toSorted((a, b) => a - b)).toEqual(crowd.map(({ id }) => id).toSorted((a, b) => a - b))
  const [last] = crowd
  expect(await log({ target_user_id: last?.id, action: ['channel.subscribers_added'] })).toHaveLength(1)
})

test('pages go on where another ended, and say where the end is', async () => {
  const all = await log({ limit: 1000 })
  const pages: Item[] = []
  for (let before: unknown, isOver = false; !isOver; before = pages.at(-1)?.['id']) {
    const { body } = await owner.get('/realm/audit_log', { limit: 25, before_id: before })
    pages.push(...items(body['audit_log']))
    isOver = body['found_oldest'] === true
  }
  expect(all.length).toBeGreaterThan(25)
  expect(pages).toEqual(all)
  const [newest] = all
  const since = Number(newest?.['timestamp'])
  expect(await log({ since, limit: 1000 })).toEqual(
    all.filter((entry) => Number(entry['timestamp']) >= since),
  )
  expect(await log({ until: since - 1, limit: 1000 })).toEqual(
    all.filter((entry) => Number(entry['timestamp']) < since),
  )
  const wanted = { actor_id: owner.id, object_type: 'channel', action: ['channel.created', 'bot.created'] }
  expect(await log(wanted)).toEqual(
    all.filter((entry) => entry['actor_id'] === owner.id && entry['action'] === 'channel.created'),
  )
  expect(await log({ action: [] })).toEqual([])
})

test('what can’t be asked is refused', async () => {
  const ask = (parameters: Parameters) => owner.get('/realm/audit_log', parameters)
  expect(await ask({ action: ['no.such'] })).toMatchObject({ body: invalid('action') })
  expect(await ask({ limit: 1001 })).toMatchObject({ body: invalid('limit') })
  expect(await ask({ since: -1 })).toMatchObject({ body: invalid('since') })
  expect(await ask({ object_type: 'nothing' })).toMatchObject({ body: invalid('object_type') })
  expect(await ask({ object_id: 1 })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(await ask({ before_id: 1_000_000 })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(await admin.get('/realm/audit_log')).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test('each filter has its index: nothing is read from end to end, nothing sorted', async () => {
  const { sqlite } = server.organization.db
  const prepare = spyOn(sqlite, 'prepare')
  for (const filter of [
    {},
    { since: 1, until: 2_000_000_000 },
    { actor_id: owner.id, since: 1 },
    { target_user_id: ann.id, until: 2_000_000_000 },
    { object_type: 'user', object_id: ann.id },
    { action: ['user.created'] },
  ]) {
    await log({ ...filter, before_id: 5 })
  }
  const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /order by "audit_log/.test(sql))
  prepare.mockRestore()
  expect(statements.length).toBeGreaterThanOrEqual(6)
  for (const sql of statements) {
    using plan = sqlite.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
    const details = plan.all().map(({ detail }) => detail)
    expect(details.filter((detail) => /TEMP B-TREE|^SCAN audit_log\w*$/.test(detail))).toEqual([])
  }
})

test('confab organization audit prints a table, and JSON, beside a server and without one', async () => {
  await using confab = new Confab()
  const found = [
    'organization',
    'create',
    '--name',
    'Acme',
    '--owner-email',
    'o@x.io',
    '--owner-name',
    'Olive',
  ]
  await confab.json([...found, '--password-stdin'], 'a long password\n')
  await confab.json(['user', 'create', '--email', 'ann@x.io', '--name', 'Ann'])
  const read = async (...args: string[]) =>
    items((await confab.json(['organization', 'audit', ...args]))['audit_log'])
  const server = await confab.serve()
  await confab.json(['user', 'role', '--email', 'ann@x.io', '--role', 'moderator'])
  const changed = {
    action: 'user.role_changed',
    actor_type: 'console',
    actor_email: null,
    object_name: 'Ann',
  }
  expect(await read('--person', 'ann@x.io')).toMatchObject([changed, { action: 'user.created' }])
  server.kill('SIGTERM')
  await server.exited
  expect(await read('--action', 'user.role_changed')).toMatchObject([changed])
  expect(await read('--until', '2020-01-01')).toEqual([])
  const { out } = await confab.run(['organization', 'audit', '--limit', '1'])
  expect(out).toMatch(/^NUMBER +TIME \(UTC\) +WHO +FROM +ACTION +WHAT +CHANGES\n/)
  expect(out).toMatch(
    / console +user\.role_changed +user \d+ Ann +role: 400 → 300\nThere is more: go on with --before \d+\n$/,
  )
  for (const [wrong, code] of [
    [['--action', 'no.such'], 7],
    [['--actor', 'nobody@x.io'], 7],
    [['--since', 'yesterday'], 2],
  ] as const) {
    expect((await confab.run(['organization', 'audit', ...wrong])).code).toBe(code)
  }
}, 240_000)

test('the command line reads it as owners do', async () => {
  const { audit_log } = await readAuditLog.perform(server.server.organizations, {
    limit: 1,
    actor: owner.email,
  })
  const [entry] = await log({ limit: 1, actor_id: owner.id })
  expect(audit_log).toEqual([expect.objectContaining({ ...entry, actor_email: owner.email })])
  expect(item(entry)['actor_id']).toBe(owner.id)
})
