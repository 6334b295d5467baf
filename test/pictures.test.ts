// Pictures as they are stored and served: to everybody, for ever, under their own addresses alone; nothing is left over.
import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from './support/client'
import { plain, png, red } from './support/pictures'
import { addPeople, scenario } from './support/scenario'

const { server, owner } = await scenario({})
const folder = join(server.organization.folder, 'pictures')
const square = png(100, 100, plain(red))

const picture = (url: string, init?: RequestInit): Promise<Response> => fetch(server.url + url, init)

/** The address of the picture of an emoji. */
async function added(name: string): Promise<string> {
  await owner.upload(`/realm/emoji/${name}`, square)
  const emoji: object[] = Object.values((await owner.get('/realm/emoji')).body['emoji'] ?? {})
  return String(Object.entries(emoji.at(-1) ?? {}).find(([field]) => field === 'source_url')?.[1])
}

test('a picture is asked for again only where it is not known, and HEAD says what GET would', async () => {
  const source_url = await added('cached')
  const answer = await picture(source_url)
  const etag = answer.headers.get('etag') ?? ''
  const again = await picture(source_url, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const other = await picture(source_url, { headers: { 'if-none-match': '"another"' } })
  expect(other.status).toBe(200)
  const head = await picture(source_url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'image/png', ''])
  expect(head.headers.get('content-length')).toBe(String((await answer.bytes()).length))
  const wrongKey = await picture(source_url, { headers: { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' } })
  expect(wrongKey.status).toBe(200)
})

test('a picture is found under its own address alone; no path leads anywhere else', async () => {
  const source_url = await added('hidden_files')
  const name = source_url.slice(source_url.lastIndexOf('/') + 1)
  const database = 'confab.sqlite'
  writeFileSync(join(folder, 'unknown.png'), square)
  for (const path of [
    `/user_avatars/1/realm/${name}`,
    `/user_avatars/1/${name}`,
    `/user_avatars/2/emoji/images/${name}`,
    '/user_avatars/1/emoji/images/unknown.png',
    `/user_avatars/1/emoji/images/..%2f..%2f${database}`,
    `/user_avatars/1/emoji/images/%2e%2e%2f${database}`,
    `/user_avatars/1/emoji/images/..%5c${database}`,
    `/user_avatars/1/emoji/images/${name}%00.png`,
    '/user_avatars/1/emoji/images/%ff',
    '/user_avatars/1/emoji/images/',
  ]) {
    const answer = await picture(path)
    const body: Record<string, unknown> = JSON.parse(await answer.text())
    expect([path, answer.status === 404 || answer.status === 400, body['result']]).toEqual([
      path,
      true,
      'error',
    ])
  }
  const posted = await picture(source_url, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('who sends many at once has them made one after another, and others need not wait for all of them', async () => {
  const { ann, bob } = await addPeople(server, { ann: 'member', bob: 'member' })
  const large = png(2000, 1500, (x, y) => [x % 256, y % 256, (x * y) % 256, 255])
  const done: string[] = []
  const send = async (who: Client, name: string) => {
    const reply = await who.upload(`/realm/emoji/${name}`, large)
    done.push(name)
    return [reply.status, reply.body['code']]
  }
  const all = Array.from({ length: 20 }, (_, index) => send(ann, `ann_${index}`))
  const replies = await Promise.all([...all, send(bob, 'bob_1')])
  expect(replies.at(-1)).toEqual([200, undefined])
  // How many find no room depends on how fast they come.
  const refused = replies.filter(([, code]) => code === 'RATE_LIMIT_HIT').length
  expect(refused).toBeGreaterThan(0)
  expect(replies.filter(([status]) => status === 200)).toHaveLength(replies.length - refused)
  expect(done.at(-1)).not.toBe('bob_1')
  expect(await send(ann, 'ann_later')).toEqual([200, undefined])
})

test('pictures are there after a restart, and what a crash left over is removed', async () => {
  const source_url = await added('lasting')
  const leftOver = ['0123.png', '4567.webp.new']
  await server.restart(() => {
    for (const name of leftOver) writeFileSync(join(folder, name), square)
  })
  await server.advance(60_000)
  expect(leftOver.filter((name) => existsSync(join(folder, name)))).toEqual([])
  expect((await picture(source_url)).status).toBe(200)
})
