// Resumable uploads, by tus 1.0.0: files that come in parts, from whoever may send them, and as nobody else's (contract 4.20).
import { describe, expect, test } from 'bun:test'
import { attachmentsOf } from '../src/attachments/repository'
import { Browser } from './support/browser'
import type { Client } from './support/client'
import { scenario } from './support/scenario'
import { password } from './support/server'
import { contentAt, named, sizeOnDisk, Tus, unfinishedFiles, type HeaderFields } from './support/tus'
import { eventually } from './support/waiting'

const { server, ann, bob, gus } = await scenario({ ann: 'member', bob: 'member', gus: 'guest' })

const by = ({ authorization }: Client): Tus => new Tus(server.url, { authorization })

describe('An upload in parts', () => {
  test('is begun, goes on where it is, and is a file with its last part', async () => {
    const tus = by(ann)
    const begun = await tus.post({ 'upload-length': '11', ...named('hé [1].txt') })
    expect(begun.status).toBe(201)
    const path = begun.headers.get('location') ?? ''
    // A path: right behind whatever proxy.
    expect(path).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{32}$/)
    expect(await tus.offset(path)).toBe(0)
    const first = await tus.patch(path, 0, 'hello')
    expect([first.status, first.headers.get('upload-offset'), first.body]).toEqual([204, '5', {}])
    const there = await tus.head(path)
    expect(there.status).toBe(200)
    expect(Object.fromEntries(there.headers)).toMatchObject({
      'upload-offset': '5',
      'upload-length': '11',
      ...named('hé [1].txt'),
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    })
    const last = await tus.patch(path, 5, ' world')
    expect([last.status, last.headers.get('upload-offset')]).toEqual([200, '11'])
    expect(last.body).toEqual({
      result: 'success',
      msg: '',
      url: expect.stringMatching(/^\/user_uploads\/1\/[\w-]+\/[\w.-]+\.txt$/),
      filename: 'hé [1].txt',
    })
    expect(await contentAt(ann, last)).toBe('hello world')
    expect(unfinishedFiles(server)).toEqual([])
  })

  test('may come with its beginning, or whole', async () => {
    const part = { 'content-type': 'application/offset+octet-stream' }
    const begun = await by(ann).post({ 'upload-length': '11', ...named('a.txt'), ...part }, 'hello')
    expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, '5'])
    expect(await by(ann).offset(begun.headers.get('location') ?? '')).toBe(5)
    const whole = await by(ann).post({ 'upload-length': '5', ...named('a.txt'), ...part }, 'hello')
    expect([whole.status, whole.headers.get('upload-offset'), whole.body['filename']]).toEqual([
      201,
      '5',
      'a.txt',
    ])
    expect(await contentAt(ann, whole)).toBe('hello')
    expect(whole.headers.get('location')).toStartWith('/api/v1/tus/')
  })

  test('may be empty', async () => {
    const reply = await by(ann).post({ 'upload-length': '0', ...named('empty.txt') })
    expect([reply.status, reply.body['filename']]).toEqual([201, 'empty.txt'])
    expect(await contentAt(ann, reply)).toBe('')
  })

  test('may say later how long it is', async () => {
    const tus = by(ann)
    const path = (await tus.post({ 'upload-defer-length': '1' })).headers.get('location') ?? ''
    expect((await tus.patch(path, 0, 'hello')).status).toBe(204)
    const { headers } = await tus.head(path)
    expect([headers.get('upload-defer-length'), headers.get('upload-length')]).toEqual(['1', null])
    expect((await tus.patch(path, 5, ' wor', { 'upload-length': '11' })).status).toBe(204)
    expect((await tus.head(path)).headers.get('upload-length')).toBe('11')
    expect((await tus.patch(path, 9, 'ld', { 'upload-length': '12' })).status).toBe(400)
    const last = await tus.patch(path, 9, 'ld')
    expect([last.status, await contentAt(ann, last)]).toEqual([200, 'hello world'])
  })

  test('gives whoever never heard the last answer the same file again, and never a second one', async () => {
    const tus = by(bob)
    const path = await tus.begin(11, 'once.txt')
    const first = await tus.patch(path, 0, 'hello world')
    for (let round = 0; round < 3; round++) {
      // As clients do after an answer that never came: they ask, and send what is missing.
      const offset = (await tus.offset(path)) ?? 0
      expect(offset).toBe(10)
      const again = await tus.patch(path, offset, 'hello world'.slice(offset))
      expect([again.status, again.headers.get('upload-offset'), again.body]).toEqual([200, '11', first.body])
    }
    expect((await tus.patch(path, 0, 'hello world')).status).toBe(409)
    expect((await tus.patch(path, 10, 'too much')).status).toBe(413)
    expect(attachmentsOf(server.organization.db, bob.id)).toHaveLength(1)
    expect(await contentAt(bob, first)).toBe('hello world')
  })

  test('can be forgotten; the file of a whole one stays', async () => {
    const tus = by(ann)
    const path = await tus.begin(11)
    const before = unfinishedFiles(server)
    await tus.patch(path, 0, 'hello')
    expect(before).toContain(path.slice(path.lastIndexOf('/') + 1))
    expect((await tus.delete(path)).status).toBe(204)
    expect(unfinishedFiles(server)).toHaveLength(before.length - 1)
    expect((await tus.patch(path, 5, ' world')).status).toBe(404)
    expect((await tus.delete(path)).status).toBe(404)
    const whole = await tus.begin(5)
    const answer = await tus.patch(whole, 0, 'hello')
    expect((await tus.delete(whole)).status).toBe(204)
    expect((await tus.head(whole)).status).toBe(404)
    expect(await contentAt(ann, answer)).toBe('hello')
  })

  test('can be sent by clients that know no other method than POST', async () => {
    const tus = by(ann)
    const path = await tus.begin(5)
    const as = (method: string): HeaderFields => ({ 'x-http-method-override': method })
    const head = await tus.request('POST', path, as('HEAD'))
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '0'])
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    expect((await tus.request('POST', path, { ...as('PATCH'), ...part }, 'hello')).status).toBe(200)
    expect((await tus.request('POST', path, as('DELETE'))).status).toBe(204)
    for (const method of ['GET', 'POST', 'OPTIONS', 'BREW'])
      expect((await tus.request('POST', await tus.begin(5), as(method))).body).toMatchObject({
        code: 'METHOD_NOT_ALLOWED',
      })
    expect((await tus.request('POST', path)).status).toBe(405)
  })
})

describe('A part with a checksum', () => {
  const sums = { sha1: 'hello', sha256: ' wor', sha512: 'l', md5: 'd' } as const

  test('is kept when it is right, and leaves nothing when it is not', async () => {
    const tus = by(ann)
    const path = await tus.begin(11)
    let offset = 0
    for (const algorithm of ['sha1', 'sha256', 'sha512', 'md5'] as const) {
      const text = sums[algorithm]
      const wrong = { 'upload-checksum': `${algorithm} ${digest(algorithm, 'another')}` }
      const refused = await tus.patch(path, offset, text, wrong)
      expect([refused.status, refused.body['code']]).toEqual([460, 'BAD_REQUEST'])
      expect(await tus.offset(path)).toBe(offset)
      const right = { 'upload-checksum': `${algorithm} ${digest(algorithm, text)}` }
      const kept = await tus.patch(path, offset, text, right)
      expect(kept.status).toBe(algorithm === 'md5' ? 200 : 204)
      offset += text.length
      if (kept.status === 200) expect(await contentAt(ann, kept)).toBe('hello world')
    }
  })

  test('leaves nothing when it is cut off', async () => {
    const tus = by(ann)
    const path = await tus.begin(11)
    await tus.patch(path, 0, 'hello')
    const sum = { 'upload-checksum': `sha1 ${digest('sha1', ' world')}` }
    const cut = tus.hanging(path, 5, 6, ' wo', sum)
    await eventually(() => sizeOnDisk(server, path) === 8)
    cut.vanish()
    await eventually(() => sizeOnDisk(server, path) === 5)
    expect((await tus.patch(path, 5, ' world', sum)).status).toBe(200)
  })

  test('has to be of a kind we know', async () => {
    const path = await by(ann).begin(11)
    for (const header of ['crc32 AAAA', 'sha1', 'sha1 !', '', 'SHA1 AAAA']) {
      const { status } = await by(ann).patch(path, 0, 'hello', { 'upload-checksum': header })
      expect([header, status]).toEqual([header, header.startsWith('sha1') ? 460 : 400])
    }
    expect(await by(ann).offset(path)).toBe(0)
  })
})

describe('Who', () => {
  test('anybody with an account may, also a guest; nobody without', async () => {
    const path = await by(gus).begin(5)
    expect((await by(gus).patch(path, 0, 'hello')).status).toBe(200)
    const wrong = `Basic ${btoa(`${ann.email}:wrong`)}`
    for (const credentials of [{}, { authorization: wrong }, { authorization: 'nonsense' }]) {
      const tus = new Tus(server.url, { ...credentials })
      for (const reply of [
        await tus.post({ 'upload-length': '1' }),
        await tus.head(path),
        await tus.patch(path, 0, ''),
        await tus.delete(path),
      ])
        expect(reply.status).toBe(401)
    }
  })

  test("others' uploads are not there, and can't be cut off", async () => {
    const path = await by(ann).begin(11)
    const sending = by(ann).hanging(path, 0, 11, 'hello')
    await eventually(() => sizeOnDisk(server, path) === 5)
    for (const tus of [by(bob), by(gus), by(server.owner)]) {
      const unknown = `/api/v1/tus/${'0'.repeat(32)}`
      const theirs = [await tus.head(path), await tus.patch(path, 5, ' world'), await tus.delete(path)]
      const none = [await tus.head(unknown), await tus.patch(unknown, 5, ' world'), await tus.delete(unknown)]
      expect(theirs.map(({ status, body }) => ({ status, body }))).toEqual(
        none.map(({ status, body }) => ({ status, body })),
      )
      expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    sending.send(' world')
    await eventually(() => attachmentsOf(server.organization.db, ann.id)[0]?.size === 11)
    expect(await sending.answer).toStartWith('HTTP/1.1 200 ')
    sending.vanish()
  })

  test('a deactivated person sends no more, and goes on once they are back', async () => {
    const cem = await server.addPerson('Cem')
    const path = await by(cem).begin(11)
    await by(cem).patch(path, 0, 'hello')
    const sending = by(cem).hanging(path, 5, 6, ' worl')
    await eventually(() => sizeOnDisk(server, path) === 10)
    await server.owner.delete(`/users/${cem.id}`)
    sending.send('d')
    const there = await by(cem).patch(path, 10, 'd')
    expect([there.status, there.body['code']]).toEqual([401, 'USER_DEACTIVATED'])
    await eventually(() => sizeOnDisk(server, path) === 11)
    expect(await sending.answer).toContain('USER_DEACTIVATED')
    sending.vanish()
    expect(attachmentsOf(server.organization.db, cem.id)).toEqual([])
    await server.reactivate(cem)
    const last = await by(cem).patch(path, (await by(cem).offset(path)) ?? 0, 'd')
    expect([last.status, await contentAt(cem, last)]).toEqual([200, 'hello world'])
  })

  test("a browser's session may, for pages of the organization alone", async () => {
    const browser = new Browser(server.url)
    await browser.logIn(ann.email, password)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const base of ['/json/tus', '/api/v1/tus']) {
      const page = new Tus(server.url, { cookie, origin: server.url }, base)
      const path = await page.begin(11)
      expect(path).toStartWith(`${base}/`)
      expect((await page.patch(path, 0, 'hello')).status).toBe(204)
      for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const elsewhere = new Tus(server.url, { cookie, ...headers }, base)
        for (const reply of [
          await elsewhere.post({ 'upload-length': '1' }),
          await elsewhere.patch(path, 5, ' world'),
          await elsewhere.delete(path),
        ])
          expect([reply.status, reply.body['code']]).toEqual([403, 'CSRF_FAILED'])
      }
      expect(await by(bob).offset(path)).toBeUndefined()
      // It is the person's: whatever they log in with.
      expect(await by(ann).offset(path)).toBe(5)
      expect((await page.patch(path, 5, ' world')).status).toBe(200)
    }
  })
})

function digest(algorithm: 'sha1' | 'sha256' | 'sha512' | 'md5', text: string): string {
  return new Bun.CryptoHasher(algorithm).update(text).digest('base64')
}
