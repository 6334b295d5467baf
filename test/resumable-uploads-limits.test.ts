// Resumable uploads: how much and how many there may be, for how long, and who goes on with them when several want to.
import { expect, test } from 'bun:test'
import { attachmentsOf } from '../src/attachments/repository'
import { unfinishedOf } from '../src/resumable-uploads/repository'
import { defaultRules } from '../src/organization/rules'
import { TestServer } from './support/server'
import { addPeople } from './support/scenario'
import { contentAt, named, sizeOnDisk, Tus, unfinishedFiles } from './support/tus'
import { eventually } from './support/waiting'

const mib = 1024 * 1024
const hour = 3600 * 1000

/** A server for a test alone, with these limits. */
async function start(limits: Partial<typeof defaultRules> = {}) {
  const server = await TestServer.start({ rules: { ...defaultRules, ...limits } })
  const { ann, bob } = await addPeople(server, { ann: 'member', bob: 'member' })
  const by = ({ authorization }: { authorization: string }): Tus => new Tus(server.url, { authorization })
  return { server, ann, bob, anns: by(ann), bobs: by(bob), [Symbol.asyncDispose]: () => server.stop() }
}

test('what nobody goes on with for a day is forgotten, also when the server is not running', async () => {
  await using all = await start()
  const { server, anns } = all
  const begun = await anns.post({ 'upload-length': '11', ...named('a.txt') })
  const path = begun.headers.get('location') ?? ''
  expect(begun.headers.get('upload-expires')).toBe(new Date(server.clock.now() + 24 * hour).toUTCString())
  await server.advance(20 * hour)
  const gone = await anns.begin(11)
  // Who goes on has their time again.
  const more = await anns.patch(path, 0, 'hello')
  expect(more.headers.get('upload-expires')).toBe(new Date(server.clock.now() + 24 * hour).toUTCString())
  const whole = await anns.begin(5)
  const answer = await anns.patch(whole, 0, 'hello')
  await server.advance(23 * hour)
  expect(await anns.offset(path)).toBe(5)
  expect(await anns.offset(gone)).toBe(0)
  expect(await anns.offset(whole)).toBe(4)
  await server.restart(() => server.clock.advance(hour))
  // It is gone at once, and its file with the timer.
  for (const each of [path, gone, whole]) {
    expect(await anns.offset(each)).toBeUndefined()
    expect((await anns.patch(each, 5, ' world')).status).toBe(404)
  }
  await server.advance(0)
  expect(unfinishedFiles(server)).toEqual([])
  expect(server.organization.db.sqlite.query('SELECT * FROM resumable_uploads').all()).toEqual([])
  expect(await contentAt(all.ann, answer)).toBe('hello')
})

test('what is being sent is never too old, however long it takes', async () => {
  await using all = await start()
  const { server, ann, anns } = all
  const path = await anns.begin(11)
  const sending = anns.hanging(path, 0, 11, 'hello')
  await eventually(() => sizeOnDisk(server, path) === 5)
  await server.advance(30 * hour)
  sending.send(' world')
  await eventually(() => attachmentsOf(server.organization.db, ann.id).length === 1)
  expect(await sending.answer).toStartWith('HTTP/1.1 200 ')
  sending.vanish()
})

test('a file is as large as the organization allows, whoever says how large it is, and when', async () => {
  await using all = await start({ maxFileUploadSizeMib: 1 })
  const { server, anns } = all
  const tooLarge = { status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } }
  expect(await anns.post({ 'upload-length': String(mib + 1) })).toMatchObject(tooLarge)
  const path = (await anns.post({ 'upload-defer-length': '1' })).headers.get('location') ?? ''
  // What is found to be too much only when most of it is there goes as a whole.
  const sending = anns.hanging(path, 0, mib + 1, 'x'.repeat(mib))
  await eventually(() => sizeOnDisk(server, path) === mib)
  sending.send('x')
  expect(await sending.answer).toStartWith('HTTP/1.1 413 ')
  sending.vanish()
  expect(await anns.offset(path)).toBe(0)
  expect((await anns.patch(path, 0, 'x'.repeat(mib))).status).toBe(204)
  expect(await anns.patch(path, mib, 'x')).toMatchObject(tooLarge)
  expect(await anns.patch(path, mib, '', { 'upload-length': String(mib + 1) })).toMatchObject(tooLarge)
  expect(await anns.offset(path)).toBe(mib)
  expect((await anns.patch(path, mib, '', { 'upload-length': String(mib) })).status).toBe(200)
})

test('what is begun has its room, until it ends or nobody goes on with it', async () => {
  await using all = await start({ uploadQuotaMib: 3 })
  const { server, ann, anns, bobs } = all
  const overQuota = { status: 400, body: { code: 'REALM_UPLOAD_QUOTA' } }
  const first = await anns.begin(2 * mib)
  const second = await bobs.begin(mib)
  expect(await bobs.post({ 'upload-length': '1' })).toMatchObject(overQuota)
  expect(await ann.upload('/user_uploads', new Uint8Array([1]))).toMatchObject(overQuota)
  const unsaid = (await anns.post({ 'upload-defer-length': '1' })).headers.get('location') ?? ''
  expect(await anns.patch(unsaid, 0, 'x')).toMatchObject(overQuota)
  expect(await anns.patch(unsaid, 0, '', { 'upload-length': '1' })).toMatchObject(overQuota)
  expect(await anns.offset(unsaid)).toBe(0)
  // After a restart, too.
  await server.restart()
  await server.advance(0)
  expect(await bobs.post({ 'upload-length': '1' })).toMatchObject(overQuota)
  expect((await bobs.delete(second)).status).toBe(204)
  expect((await anns.patch(unsaid, 0, 'x')).status).toBe(204)
  // What lies idle gives way, and takes its room again when that is there.
  await server.advance(2 * hour)
  const third = await bobs.begin(2 * mib)
  expect(await anns.patch(first, 0, 'x'.repeat(2 * mib))).toMatchObject(overQuota)
  expect((await bobs.patch(third, 0, 'x'.repeat(mib))).status).toBe(204)
  expect((await bobs.delete(third)).status).toBe(204)
  expect((await anns.patch(first, 0, 'x'.repeat(2 * mib))).status).toBe(200)
})

test('of too many unfinished ones, only those that lie idle give way', async () => {
  await using all = await start()
  const { server, ann, anns, bobs } = all
  const paths = await Promise.all(Array.from({ length: 100 }, () => anns.begin(1000)))
  const unfinished = () => unfinishedOf(server.organization.db, ann.id).map(({ id }) => `/api/v1/tus/${id}`)
  expect(await anns.post({ 'upload-length': '1' })).toMatchObject({
    status: 400,
    body: { msg: 'You can have at most 100 unfinished uploads' },
  })
  await bobs.begin(1)
  await server.advance(hour)
  const [first = ''] = unfinished()
  await anns.patch(first, 0, 'x')
  const another = await anns.begin(1)
  expect(unfinished()).toHaveLength(100)
  expect(unfinished().filter((path) => paths.includes(path))).toHaveLength(99)
  expect(await anns.offset(first)).toBe(1)
  // What is whole counts no more.
  expect((await anns.patch(another, 0, 'x')).status).toBe(200)
  expect(unfinished()).toHaveLength(99)
})

test('a request takes over from one whose connection is dead', async () => {
  await using all = await start()
  const { server, ann, anns } = all
  const path = await anns.begin(11)
  const dead = anns.hanging(path, 0, 11, 'hello')
  await eventually(() => sizeOnDisk(server, path) === 5)
  expect(await anns.offset(path)).toBe(5)
  expect(await dead.answer).toStartWith('HTTP/1.1 423 ')
  const alsoDead = anns.hanging(path, 5, 6, ' wo')
  await eventually(() => sizeOnDisk(server, path) === 8)
  // It does not know how far the other one came.
  expect((await anns.patch(path, 5, ' world')).status).toBe(409)
  expect(await alsoDead.answer).toStartWith('HTTP/1.1 423 ')
  dead.send(' WORLD')
  alsoDead.send('RLD')
  const last = await anns.patch(path, 8, 'rld')
  expect(await contentAt(ann, last)).toBe('hello world')
  dead.vanish()
  alsoDead.vanish()
})

test('many who want to go on at once make one file, and all who were not first are told', async () => {
  await using all = await start()
  const { server, ann, anns } = all
  const path = await anns.begin(11)
  const answers = await Promise.all(Array.from({ length: 20 }, () => anns.patch(path, 0, 'hello world')))
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => ![200, 409, 423].includes(status))).toEqual([])
  const offset = (await anns.offset(path)) ?? 0
  const last = await anns.patch(path, offset, 'hello world'.slice(offset))
  expect(await contentAt(ann, last)).toBe('hello world')
  for (const { body } of answers.filter(({ status }) => status === 200)) expect(body).toEqual(last.body)
  expect(attachmentsOf(server.organization.db, ann.id)).toHaveLength(1)
})

test('files that belong to no upload are removed', async () => {
  await using all = await start()
  const { server, anns } = all
  const path = await anns.begin(11)
  await anns.patch(path, 0, 'hello')
  await Bun.write(`${server.organization.folder}/uploads/resumable/${'f'.repeat(32)}`, 'left over')
  await server.advance(23 * hour)
  await server.restart()
  await server.advance(0)
  expect(unfinishedFiles(server)).toHaveLength(1)
  expect(await anns.offset(path)).toBe(5)
})
