// Files whose contents are in object storage: stored, served and removed as on disk; when it is out of reach that is said, and nothing is lost.
import { afterAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { eq } from 'drizzle-orm'
import { attachmentByKey, spaceUsed } from '../src/attachments/repository'
import { attachments } from '../src/attachments/tables'
import { fileStore } from '../src/file-store/file-store'
import { defaultRules } from '../src/organization/rules'
import { queuePreviews } from '../src/image-previews/making'
import { Confab } from './support/confab'
import { S3Server } from './support/object-storage'
import { plain, png, red } from './support/pictures'
import { TestServer } from './support/server'

const s3 = await S3Server.start()
afterAll(() => s3.end())
const lines: string[] = []
const log = pino({}, { write: (line) => void lines.push(line) })
const rules = { ...defaultRules, maxFileUploadSizeMib: 30, uploadQuotaMib: 40, uploadStorage: s3.storage }
const server = await TestServer.start({ rules, log })
afterAll(() => server.stop())
const { owner } = server

async function uploaded(content: Uint8Array | string, to = server): Promise<string> {
  const { body } = await to.owner.upload('/user_uploads', Buffer.from(content), { name: 'a.txt' })
  return String(body['url'])
}

const opened = (path: string, headers: Record<string, string> = {}, from = server) =>
  fetch(from.url + path, { headers: { authorization: from.owner.authorization, ...headers } })

const keyIn = (path: string): string => path.split('/').at(-2) ?? ''

/** What is on disk of files, at any depth. */
function onDisk({ organization }: TestServer): string[] {
  const entries = readdirSync(join(organization.folder, 'uploads'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('contents are in the bucket, below the prefix and the organization, and nothing is on disk', async () => {
  const path = await uploaded('in the bucket')
  expect(s3.keys()).toEqual([`chat/root/${keyIn(path)}`])
  expect(onDisk(server)).toEqual([])
  const answer = await opened(path)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'in the bucket',
  ])
  const part = await opened(path, { range: 'bytes=3-5' })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 3-5/13',
    'the',
  ])
  expect((await opened(path, { range: 'bytes=13-' })).status).toBe(416)
  const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
  expect((await opened(path, known)).status).toBe(304)
  expect((await opened(await uploaded(''))).status).toBe(200)
})

test('a large file goes and comes as a whole, and the quota holds', async () => {
  const large = new Uint8Array(12 * 1024 * 1024).map((_, index) => (index * 7) % 251)
  const path = await uploaded(large)
  expect(Bun.SHA256.hash(await (await opened(path)).bytes(), 'hex')).toBe(Bun.SHA256.hash(large, 'hex'))
  const before = spaceUsed(server.organization)
  const refused = await owner.upload('/user_uploads', new Uint8Array(29 * 1024 * 1024))
  expect(refused).toMatchObject({ status: 400, body: { code: 'REALM_UPLOAD_QUOTA' } })
  expect(spaceUsed(server.organization)).toBe(before)
})

test('pictures get their smaller ones, which are in the bucket, too; a job waits for the bucket as long as it takes', async () => {
  const picture = new Uint8Array(png(900, 700, plain(red)))
  const path = await uploaded(picture)
  await server.server.settled()
  const thumbnail = `${path.replace('/user_uploads', '/user_uploads/thumbnail')}/300x200.webp`
  const answer = await opened(thumbnail)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(s3.keys()).toContain(`chat/root/${keyIn(path)}/300x200.webp`)
  expect(onDisk(server)).toEqual([])

  const later = await server.organization.write((tx) => {
    const row = attachmentByKey(tx, keyIn(path))
    if (!row) throw new Error('The picture is gone')
    tx.orm.update(attachments).set({ previews: 'pending' }).where(eq(attachments.id, row.id)).run()
    return row
  })
  await s3.stop()
  await server.organization.write((tx) => queuePreviews(tx, later))
  for (let times = 0; times < 8; times++) await server.advance(3600 * 1000)
  const now = () => attachmentByKey(server.organization.db, later.key)?.previews
  expect(now()).toBe('pending')
  await s3.start()
  await server.advance(3600 * 1000)
  expect(now()).toBe('ready')
})

test('what was on disk before is served from there, and removed there', async () => {
  const grown = await TestServer.start()
  const path = await uploaded('on disk', grown)
  grown.settings.rules = rules
  await grown.restart()
  expect(await (await opened(path, {}, grown)).text()).toBe('on disk')
  const later = await uploaded('in the bucket', grown)
  expect(await (await opened(later, {}, grown)).text()).toBe('in the bucket')
  expect(onDisk(grown)).toEqual([keyIn(path)])
  for (const each of [path, later]) {
    await fileStore(grown.organization).remove(keyIn(each))
    expect((await opened(each, {}, grown)).status).toBe(404)
  }
  expect(onDisk(grown)).toEqual([])
  await grown.stop()
})

test('when object storage is out of reach that is said, nothing is half there, and all goes on when it is back', async () => {
  const path = await uploaded('from before')
  const used = spaceUsed(server.organization)
  await s3.stop()
  const refusal = {
    result: 'error',
    code: 'FILES_UNAVAILABLE',
    msg: expect.stringContaining('at the moment'),
  }
  expect(await owner.upload('/user_uploads', Buffer.from('lost?'))).toMatchObject({
    status: 503,
    body: refusal,
  })
  const answer = await opened(path)
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining(refusal)])
  expect((await owner.get('/users/me')).status).toBe(200)
  expect(spaceUsed(server.organization)).toBe(used)
  const advice = lines.filter((line) => line.includes("object storage can't be used"))
  expect(advice.length).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes('request failed'))).toEqual([])

  await s3.start()
  expect(await (await opened(path)).text()).toBe('from before')
  const again = await uploaded('again')
  expect(await (await opened(again)).text()).toBe('again')
  // What could not be cleaned up while it was away is by the timer.
  await server.advance(3600 * 1000)
  expect(onDisk(server)).toEqual([])
  const stored = new Set(s3.keys().map((key) => key.split('/')[2] ?? ''))
  for (const key of stored) expect(attachmentByKey(server.organization.db, key)).toBeDefined()
})

test('a start without credentials, or with an address that is none, says what is missing', async () => {
  await using confab = new Confab()
  const without = await confab.run(['serve', '--port', '0', '--uploads', 's3://files/chat'])
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('S3_ACCESS_KEY_ID')])
  for (const address of ['files', 's3://', 's3://UPPER', 's3://files/../up', 'https://files']) {
    const { code, err } = await confab.run(['serve', '--port', '0'], '', { CONFAB_UPLOADS: address })
    expect([address, code, err]).toEqual([address, 2, expect.stringContaining('s3://bucket')])
  }
})
