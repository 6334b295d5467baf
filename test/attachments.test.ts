// Files in messages: who opens them when, what keeps them, when they go, and what their owners are told (contract 4.20).
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { restore } from '../src/messages/changing/editing/restoring'
import { storeSetting } from '../src/organization/settings'
import { sendTo } from './support/changed-messages'
import { addChannel } from './support/channels'
import { Client } from './support/client'
import { ClockFile } from './support/clock-file'
import { filesOf, isKept, linkingTo, opens, uploadText } from './support/files'
import { Confab, createAcme } from './support/confab'
import { holdsLaw } from './support/law'
import { found, sendDirectly } from './support/messages'
import { addPeople } from './support/scenario'
import { TestServer } from './support/server'
import { until } from './support/waiting'

setDefaultTimeout(240_000)

const day = 86_400_000

let server: TestServer
let owner: Client
let ann: Client
let bob: Client
let gus: Client
let open: number
beforeEach(async () => {
  server = await TestServer.start()
  owner = server.owner
  ;({ ann, bob, gus } = await addPeople(server, { ann: 'member', bob: 'member', gus: 'guest' }))
  open = (await addChannel(owner, 'open', [owner, ann, bob])).id
  await server.organization.write((tx) => {
    storeSetting(tx, 'message_content_edit_limit_seconds', null)
    storeSetting(tx, 'message_content_delete_limit_seconds', null)
  })
})
afterEach(() => server.stop())

/** Lets days pass, and all that the server does by the clock; the law is held in the last minutes, for as long as queues live. */
async function pass(days: number, people: readonly Client[] = []): Promise<void> {
  await server.advance(days * day - 120_000)
  await holdsLaw(people, async () => {
    await server.advance(180_000)
    await server.advance(60_000)
  })
}

const narrow = (operand: string) => [{ operator: 'has', operand }]

test('a file is its owner’s alone until a message shows it to those who read that', async () => {
  const file = await uploadText(ann)
  const { id: secret } = await addChannel(owner, 'secret', [ann, bob], { invite_only: true })
  expect([await opens(ann, file), await opens(bob, file), await opens(owner, file)]).toEqual([
    true,
    false,
    false,
  ])
  const message = await holdsLaw([ann, bob], () => sendTo(ann, secret, 'x', `see ${file.link}`))
  expect([await opens(bob, file), await opens(owner, file), await opens(gus, file)]).toEqual([
    true,
    false,
    false,
  ])
  expect(await filesOf(ann)).toMatchObject([
    {
      id: file.id,
      name: 'plan.txt',
      path_id: file.url.replace('/user_uploads/', ''),
      size: 5,
      messages: [{ id: message, date_sent: server.clock.now() }],
    },
  ])
  expect(await filesOf(bob)).toEqual([])
  // Whoever leaves reads it no more, and comes to it again with the channel.
  await bob.delete('/users/me/subscriptions', { subscriptions: ['secret'] })
  expect(await opens(bob, file)).toBe(false)
  await holdsLaw([ann, owner], () => sendTo(ann, open, 'x', file.link))
  expect([await opens(bob, file), await opens(owner, file), await opens(gus, file)]).toEqual([
    true,
    true,
    false,
  ])
})

test('only what its sender can open is linked to: knowing where a file is gives nothing', async () => {
  const file = await uploadText(ann)
  const message = await holdsLaw([ann, bob], () => sendTo(bob, open, 'x', file.link))
  expect(await opens(bob, file)).toBe(false)
  expect(await opens(owner, file)).toBe(false)
  expect(await linkingTo(ann, file)).toEqual([])
  expect(await found(bob, narrow('attachment'))).toEqual([])
  await holdsLaw([ann, bob], () => bob.patch(`/messages/${message}`, { content: `again ${file.link}` }))
  await bob.post('/scheduled_messages', {
    type: 'direct',
    to: [bob.id],
    content: file.link,
    scheduled_delivery_timestamp: server.clock.now() / 1000 + 60,
  })
  await server.advance(120_000)
  expect(await opens(bob, file)).toBe(false)
  // Once it was shown to him, he may pass it on.
  await sendDirectly(ann, [bob], file.link)
  await holdsLaw([ann, bob], () => sendDirectly(bob, [gus], file.link))
  expect(await opens(gus, file)).toBe(true)
  expect(await found(gus, narrow('attachment'))).toHaveLength(1)
})

test('spectators open what stands in web-public channels, where the organization lets them look', async () => {
  const file = await uploadText(ann)
  const lets = (isOn: boolean) =>
    server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', isOn))
  await lets(true)
  const { id: web } = await addChannel(owner, 'web', [ann], { is_web_public: true })
  const spectator = new Client(server.url, 0, '', '')
  await sendTo(ann, open, 'x', file.link)
  expect(await opens(spectator, file)).toBe(false)
  await sendTo(ann, web, 'x', file.link)
  expect(await opens(spectator, file)).toBe(true)
  await lets(false)
  expect(await opens(spectator, file)).toBe(false)
})

test('a deactivated owner opens nothing, and who reads the message still does', async () => {
  const file = await uploadText(ann)
  await sendTo(ann, open, 'x', file.link)
  await owner.delete(`/users/${ann.id}`)
  expect(await opens(ann, file)).toBe(false)
  expect(await opens(bob, file)).toBe(true)
  await pass(60)
  expect(await opens(bob, file)).toBe(true)
})

test('an edit names the editor’s own files to which nothing links any more', async () => {
  const [first, second] = [await uploadText(ann), await uploadText(ann, 'Others')]
  const theirs = await uploadText(bob)
  const shown = await sendTo(bob, open, 'x', theirs.link)
  const text = `${first.link} ${second.link} ${theirs.link}`
  const message = await sendTo(ann, open, 'x', text)
  const another = await sendTo(ann, open, 'x', second.link)
  const edit = (content: string) => holdsLaw([ann, bob], () => ann.patch(`/messages/${message}`, { content }))
  expect((await edit(`${text} and more`)).body).toMatchObject({ detached_uploads: [] })
  const { body } = await edit('Nothing')
  expect(body['detached_uploads']).toEqual([
    { ...(await filesOf(ann)).find(({ id }) => id === first.id), messages: [] },
  ])
  expect(await linkingTo(ann, first)).toEqual([])
  expect(await linkingTo(ann, second)).toEqual([another])
  expect(await linkingTo(bob, theirs)).toEqual([shown])
  expect(await opens(bob, first)).toBe(false)
  expect(await found(ann, narrow('attachment'))).toEqual([shown, another])
  await edit(first.link)
  expect(await linkingTo(ann, first)).toEqual([message])
  expect(await found(ann, narrow('attachment'))).toEqual([shown, message, another])
})

test('what nothing links to goes after a week; texts that are not sent yet keep it', async () => {
  const [left, drafted, scheduled, detached] = [
    await uploadText(ann),
    await uploadText(ann),
    await uploadText(ann),
    await uploadText(ann),
  ]
  const draft = { type: 'stream', to: [open], topic: 'x', content: drafted.link }
  const { body } = await ann.post('/drafts', { drafts: [draft] })
  const [draftId] = Array.isArray(body['ids']) ? body['ids'] : []
  const message = await sendTo(ann, open, 'x', detached.link)
  await ann.post('/scheduled_messages', {
    type: 'channel',
    to: open,
    topic: 'x',
    content: scheduled.link,
    scheduled_delivery_timestamp: server.clock.now() / 1000 + 20 * 86_400 + 480,
  })
  expect([await opens(bob, drafted), await opens(bob, scheduled)]).toEqual([false, false])
  await pass(6)
  await ann.patch(`/messages/${message}`, { content: 'Nothing' })
  await pass(1, [ann])
  expect((await filesOf(ann)).map(({ id }) => id)).toEqual([detached.id, scheduled.id, drafted.id])
  expect([await opens(ann, left), await isKept(server, left)]).toEqual([false, false])
  await holdsLaw([ann], () => ann.delete(`/drafts/${draftId}`))
  await pass(6)
  expect((await filesOf(ann)).map(({ id }) => id)).toEqual([scheduled.id, drafted.id])
  await pass(2)
  expect((await filesOf(ann)).map(({ id }) => id)).toEqual([scheduled.id])
  // It is sent in these minutes.
  await pass(5, [ann, bob])
  expect(await opens(bob, scheduled)).toBe(true)
  await pass(30)
  expect([await opens(bob, scheduled), await isKept(server, scheduled)]).toEqual([true, true])
})

test('drafts keep what they name as they are changed, and nothing once their writer shares none', async () => {
  const [first, second] = [await uploadText(ann), await uploadText(ann)]
  const draft = { type: '', to: [], topic: '' }
  const { body } = await ann.post('/drafts', { drafts: [{ ...draft, content: first.link }] })
  const [id] = Array.isArray(body['ids']) ? body['ids'] : []
  await ann.patch(`/drafts/${id}`, { draft: { ...draft, content: second.link } })
  await pass(8)
  expect((await filesOf(ann)).map((file) => file['id'])).toEqual([second.id])
  await ann.patch('/settings', { enable_drafts_synchronization: false })
  await pass(8)
  expect(await filesOf(ann)).toEqual([])
})

test('a file stays as long as its deleted messages can be put back', async () => {
  const file = await uploadText(ann)
  const [first, second] = [await sendTo(ann, open, 'x', file.link), await sendTo(ann, open, 'x', file.link)]
  await holdsLaw([ann, bob], () => owner.delete(`/messages/${first}`))
  expect(await opens(bob, file)).toBe(true)
  await holdsLaw([ann, bob], () => owner.post(`/streams/${open}/delete_topic`, { topic_name: 'x' }))
  expect([await opens(bob, file), await opens(ann, file)]).toEqual([false, true])
  expect(await linkingTo(ann, file)).toEqual([])
  await pass(20)
  await restore(server.organization, { messageId: second })
  expect(await linkingTo(ann, file)).toEqual([second])
  expect(await opens(bob, file)).toBe(true)
  await ann.delete(`/messages/${second}`)
  await pass(29)
  expect(await isKept(server, file)).toBe(true)
  await pass(1, [ann])
  expect(await filesOf(ann)).toEqual([])
  expect([await opens(ann, file), await isKept(server, file)]).toEqual([false, false])
})

test('what expires by the retention of a channel takes its files with it, once it can’t be put back', async () => {
  const file = await uploadText(ann)
  await sendTo(ann, open, 'x', file.link)
  await owner.patch(`/streams/${open}`, { message_retention_days: 1 })
  await pass(3)
  expect([await opens(bob, file), await opens(ann, file)]).toEqual([false, true])
  await pass(31)
  await pass(1)
  expect([await opens(ann, file), await isKept(server, file)]).toEqual([false, false])
})

test('a moved message takes the sight of its file with it', async () => {
  const file = await uploadText(ann)
  const { id: secret } = await addChannel(owner, 'secret', [owner, ann], { invite_only: true })
  const message = await sendTo(ann, open, 'x', file.link)
  await holdsLaw([ann, bob], () => owner.patch(`/messages/${message}`, { stream_id: secret }))
  expect([await opens(bob, file), await opens(owner, file)]).toEqual([false, true])
})

test('people delete their own files, and nobody else’s; messages stay', async () => {
  const [file, others] = [await uploadText(ann), await uploadText(bob)]
  const message = await sendTo(ann, open, 'x', file.link)
  const used = (await ann.get('/attachments')).body['upload_space_used']
  expect(used).toBe(10)
  const refused = { status: 400, body: { result: 'error', code: 'BAD_REQUEST', msg: 'Invalid attachment' } }
  for (const [who, id] of [
    [ann, others.id],
    [owner, file.id],
    [gus, file.id],
    [ann, 999_999],
  ] as const) {
    expect(await who.delete(`/attachments/${id}`)).toMatchObject(refused)
  }
  for (const id of ['x', '0', '-1', '1.5', '99999999999999999999']) {
    expect((await ann.delete(`/attachments/${id}`)).status).toBeGreaterThanOrEqual(400)
  }
  expect(await filesOf(ann)).toHaveLength(1)
  await holdsLaw([ann, bob], () => ann.delete(`/attachments/${file.id}`))
  await server.server.settled()
  expect([await opens(ann, file), await opens(bob, file), await isKept(server, file)]).toEqual([
    false,
    false,
    false,
  ])
  expect((await ann.get('/attachments')).body).toMatchObject({ attachments: [], upload_space_used: 5 })
  expect(await ann.delete(`/attachments/${file.id}`)).toMatchObject(refused)
  expect((await bob.get(`/messages/${message}`)).body).toMatchObject({ result: 'success' })
  const left = server.organization.db.sqlite.query('SELECT count(*) AS count FROM attachment_messages').get()
  expect(left).toEqual({ count: 0 })
  // What is deleted and put back links to nothing.
  await ann.delete(`/messages/${message}`)
  await restore(server.organization, { messageId: message })
  expect(await filesOf(ann)).toEqual([])
})

test('of a file in very many messages the newest are named, and one event tells of all that go together', async () => {
  const file = await uploadText(ann)
  const ids: number[] = []
  for (let count = 0; count < 120; count++) ids.push(await sendTo(ann, open, 'many', file.link))
  expect(await linkingTo(ann, file)).toEqual(ids.slice(-100))
  let updates = 0
  await holdsLaw(
    [ann],
    () => owner.post(`/streams/${open}/delete_topic`, { topic_name: 'many' }),
    (kind) => void (updates += kind === 'attachment/update' ? 1 : 0),
  )
  // Each of two clients hears of one step.
  expect(updates).toBe(2)
})

test('a long list of files comes whole', async () => {
  for (let n = 0; n < 230; n++) await ann.upload('/user_uploads', Buffer.from('x'), { name: `f${n}.txt` })
  const files = await filesOf(ann)
  expect(files.map(({ name }) => name)).toEqual(Array.from({ length: 230 }, (_, n) => `f${229 - n}.txt`))
})

test('whoever runs the server says for how many days what nobody claims is kept', async () => {
  await using confab = new Confab()
  const clock = new ClockFile(confab.data, Date.now())
  const { url } = await confab.serve(['--json', '--clock-file', clock.path, '--keep-unclaimed-uploads', '20'])
  const made = await confab.json(createAcme, 'a long password\n')
  const founder = new Client(url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  const early = await uploadText(founder)
  clock.advance(10 * day)
  const late = await uploadText(founder)
  clock.advance(11 * day)
  await until(async () => !(await opens(founder, early)))
  expect(await opens(founder, late)).toBe(true)
})
