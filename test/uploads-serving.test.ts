// Files as they are served: to those who may have them, in parts, kept by clients, and so that no browser runs anything of them.
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { attachments } from '../src/attachments/tables'
import { fileStore } from '../src/file-store/file-store'
import type { Client } from './support/client'
import { Browser } from './support/browser'
import { plain, png, red } from './support/pictures'
import { scenario } from './support/scenario'
import { password } from './support/server'

const { server, owner, ann } = await scenario({ ann: 'member' })
const missing = { result: 'error', msg: 'This file does not exist or has been deleted.', code: 'NOT_FOUND' }

async function uploaded(content: string | Uint8Array, name = 'a.txt'): Promise<string> {
  const { body } = await owner.upload('/user_uploads', Buffer.from(content), { name })
  return String(body['url'])
}

/** The file at an address, as somebody; nobody if not said otherwise. */
function opened(path: string, who?: Client, headers: Record<string, string> = {}, method = 'GET') {
  const credentials = who ? { authorization: who.authorization } : {}
  return fetch(server.url + path, { method, headers: { ...credentials, ...headers } })
}

const keyIn = (path: string): string => path.split('/').at(-2) ?? ''

test('a file is served to its owner by key or session, and to others as if it were not there', async () => {
  const path = await uploaded('secret')
  const answer = await opened(path, owner)
  expect([answer.status, await answer.text()]).toEqual([200, 'secret'])
  const browser = new Browser(server.url)
  await browser.logIn(owner.email, password)
  expect(await (await browser.fetch(path)).text()).toBe('secret')
  const nowhere = path.replace(keyIn(path), 'A'.repeat(24))
  const refusals = await Promise.all(
    [
      opened(path, ann),
      opened(path),
      opened(nowhere, owner),
      opened(path.replace('a.txt', 'b.txt'), owner),
      opened(path.replace('/1/', '/2/'), owner),
      opened(path.replace('a.txt', 'A.txt'), owner),
      opened(path.replace('a.txt', '..%2fa.txt'), owner),
      opened(`/user_uploads/1/..%2f${keyIn(path)}/a.txt`, owner),
      opened(path.replace('/user_uploads', '/user_uploads/download'), ann),
      opened(`/api/v1${path}`, ann),
      opened(`/api/v1${nowhere}`, owner),
    ].map(async (answered) => {
      const { status, headers } = await answered
      return [status, await (await answered).json(), headers.get('etag'), headers.get('content-disposition')]
    }),
  )
  expect(refusals).toEqual(refusals.map(() => [404, missing, null, null]))
  const wrongKey = await opened(path, undefined, { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' })
  expect(wrongKey.status).toBe(401)
  const malformed = await opened('/user_uploads/1/%ff/a.txt', owner)
  expect(malformed.status).toBe(400)
})

test('parts of a file: the one that is asked for, of the file that the client knows', async () => {
  const path = await uploaded('0123456789')
  const whole = await opened(path, owner)
  const etag = whole.headers.get('etag') ?? ''
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  expect(whole.headers.get('content-length')).toBe('10')
  const part = async (headers: Record<string, string>, method = 'GET') => {
    const answer = await opened(path, owner, headers, method)
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  const all = [200, null, '0123456789']
  expect(await part({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await part({ range: 'bytes=7-' })).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part({ range: 'bytes=-2' })).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await part({ range: 'bytes=0-999' })).toEqual([206, 'bytes 0-9/10', '0123456789'])
  expect(await part({ range: 'bytes=0-0' })).toEqual([206, 'bytes 0-0/10', '0'])
  expect(await part({ range: 'bytes=2-4', 'if-range': etag })).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await part({ range: 'bytes=2-4', 'if-range': '"another"' })).toEqual(all)
  expect(await part({ range: 'bytes=2-4', 'if-range': `W/${etag}` })).toEqual(all)
  expect(await part({ range: 'bytes=2-4', 'if-range': 'Thu, 15 Jan 2026 12:00:00 GMT' })).toEqual(all)
  expect(await part({ range: 'bytes=0-1,4-5' })).toEqual(all)
  expect(await part({ range: 'lines=1-2' })).toEqual(all)
  expect(await part({ range: 'bytes' })).toEqual(all)
  for (const range of ['bytes=10-', 'bytes=20-30', 'bytes=-0']) {
    const answer = await opened(path, owner, { range })
    expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 416, 'bytes */10'])
  }
  const empty = await opened(await uploaded(''), owner)
  expect([empty.status, await empty.text()]).toEqual([200, ''])
})

test('what a client has already is not sent again, but only to those who may have it', async () => {
  const path = await uploaded('kept')
  const etag = (await opened(path, owner)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await opened(path, owner, { 'if-none-match': known })
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect((await opened(path, owner, { 'if-none-match': '"x"' })).status).toBe(200)
  expect((await opened(path, owner, { 'if-none-match': etag, range: 'bytes=0-1' })).status).toBe(304)
  expect((await opened(path, ann, { 'if-none-match': etag })).status).toBe(404)
  expect((await opened(path, owner)).headers.get('cache-control')).toBe('private, no-cache')
})

test('HEAD says what GET would', async () => {
  const path = await uploaded('0123456789')
  const [head, got] = await Promise.all([opened(path, owner, {}, 'HEAD'), opened(path, owner)])
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges']) {
    expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)])
  }
  expect((await opened(path, ann, {}, 'HEAD')).status).toBe(404)
})

test('browsers show what they can show safely, save the rest, and run nothing', async () => {
  const shown: [content: string | Uint8Array, name: string, type: string][] = [
    [png(2, 2, plain(red)), 'a.html', 'image/png'],
    ['%PDF-1.4\n', 'a.pdf', 'application/pdf'],
    ['<script>alert(1)</script>', 'a.html', 'text/plain; charset=utf-8'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.svg', 'text/plain; charset=utf-8'],
    ['RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'a.wav', 'audio/wav'],
  ]
  for (const [content, name, type] of shown) {
    const { headers } = await opened(await uploaded(content, name), owner)
    expect([name, headers.get('content-type')]).toEqual([name, type])
    expect(headers.get('content-disposition')).toStartWith('inline')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toStartWith('sandbox')
    expect(headers.get('content-security-policy')).not.toContain('allow-scripts')
  }
  // Even if what they are were found out wrongly, nothing of these would run.
  for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'text/javascript']) {
    const path = await uploaded('<script>alert(1)</script>')
    const isIt = eq(attachments.key, keyIn(path))
    await server.organization.write((tx) =>
      tx.orm.update(attachments).set({ contentType: type }).where(isIt).run(),
    )
    const { headers } = await opened(path, owner)
    expect([type, headers.get('content-disposition')]).toEqual([type, 'attachment; filename=a.txt'])
    expect(headers.get('content-security-policy')).toStartWith('sandbox;')
  }
  const saved = await opened(
    (await uploaded(png(2, 2, plain(red)), 'a.png')).replace('/user_uploads', '/user_uploads/download'),
    owner,
  )
  expect([saved.status, saved.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename=a.png',
  ])
})

test('the name that a file is saved under is the shown one, and can do nothing to the headers', async () => {
  const names: [sent: string, header: string][] = [
    ['plain.txt', 'inline; filename=plain.txt'],
    ['two words.txt', `inline; filename=two-words.txt; filename*=UTF-8''two%20words.txt`],
    ['€ rates.txt', `inline; filename=rates.txt; filename*=UTF-8''%E2%82%AC%20rates.txt`],
    ['a"b;c=d.txt', `inline; filename=a-b-c-d.txt; filename*=UTF-8''a%22b%3Bc%3Dd.txt`],
    [
      'x\r\nSet-Cookie: a=b.txt',
      `inline; filename=xSet-Cookie-a-b.txt; filename*=UTF-8''xSet-Cookie%3A%20a%3Db.txt`,
    ],
    ['100%41.txt', `inline; filename=100-41.txt; filename*=UTF-8''100%2541.txt`],
  ]
  for (const [sent, header] of names) {
    const url = await uploaded('x', sent)
    const { headers } = await opened(url, owner)
    expect([sent, headers.get('content-disposition')]).toEqual([sent, header])
    expect(headers.has('set-cookie')).toBe(false)
  }
})

test('a link without credentials works for a minute, for this file alone', async () => {
  const path = await uploaded('linked')
  const other = await uploaded('not linked')
  const { body } = await owner.get(path)
  const link = String(body['url'])
  expect(link).toMatch(/^\/user_uploads\/temporary\/.*\/a\.txt$/)
  const read = async (url: string): Promise<unknown> => {
    const answer = await opened(url)
    return answer.status === 200 ? answer.text() : [answer.status, await answer.json()]
  }
  expect(await read(link)).toBe('linked')
  expect((await opened(link, undefined, { range: 'bytes=1-2' })).status).toBe(206)
  for (const changed of [
    link.replace(keyIn(path), keyIn(other)),
    link.replace(/\.(\d+)\./, (_, until: string) => `.${Number(until) + 1}.`),
    link.replace(/[0-9a-f](?=\/a\.txt)/, (digit) => (digit === '0' ? '1' : '0')),
    link.replace('a.txt', 'b.txt'),
    '/user_uploads/temporary/x/a.txt',
  ]) {
    expect([changed, await read(changed)]).toEqual([changed, [404, missing]])
  }
  server.clock.advance(59_000)
  expect(await read(link)).toBe('linked')
  server.clock.advance(1000)
  expect(await read(link)).toEqual([404, missing])
  // A clock that is put back does not bring old links to life.
  server.clock.advance(-3600_000)
  expect(await read(link)).toEqual([404, missing])
  server.clock.advance(3600_000)
})

test('a file whose content is gone is not there', async () => {
  const path = await uploaded('lost')
  await fileStore(server.organization).remove(keyIn(path))
  expect((await opened(path, owner)).status).toBe(404)
})
