// Images from elsewhere in messages: fetched by the server, checked, made anew, kept for a while, and for nobody's use but that.
import { afterAll, expect, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { externalImageUrl } from '../src/external-images/address'
import { defaultRules } from '../src/organization/rules'
import { addChannel } from './support/channels'
import { messageOf, sendTo } from './support/changed-messages'
import { plain, png, red } from './support/pictures'
import { scenario } from './support/scenario'
import { redirect, webServer } from './support/web-servers'

const rules = { ...defaultRules, allowsPrivateAddresses: true, externalImageBytes: 40_000 }
const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' }, { rules })
const general = (await addChannel(owner, 'general', [ann, bob])).id
const day = 24 * 3600_000

const picture = new Uint8Array(png(64, 48, plain(red)))
/** So much that it takes about 12 KB made anew. */
const noise = (number: number) =>
  new Uint8Array(
    png(128, 128, (x, y) => {
      const hash = Bun.hash.crc32(`${number} ${x} ${y}`)
      return [hash & 255, (hash >> 8) & 255, (hash >> 16) & 255, 255]
    }),
  )
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const elsewhere = webServer((path) => {
  const image = (body: Uint8Array | string, type = 'image/png') =>
    new Response(body, { headers: { 'content-type': type, 'set-cookie': 'a=b' } })
  if (path.startsWith('/noise')) return image(noise(Number(path.replaceAll(/\D/g, ''))))
  switch (path) {
    case '/drawing.png':
      return image(script, 'image/svg+xml')
    case '/page.png':
      return image('<script>alert(1)</script>', 'text/html')
    case '/lie.png':
      return image('<script>alert(1)</script>')
    case '/damaged.png':
      return image(picture.subarray(0, 60))
    case '/inside.png':
      return redirect('http://169.254.169.254/latest/meta-data/')
    case '/moved.png':
      return redirect('/picture.png')
    case '/gone.png':
      return new Response('gone', { status: 404, headers: { 'content-type': 'image/png' } })
    default:
      return image(picture)
  }
})
afterAll(() => elsewhere.stop())

const folder = join(server.folder, 'organizations', 'root', 'external-images')
const proxied = (path: string): string => externalImageUrl(server.organization, elsewhere.url + path) ?? ''
const load = (address: string, init: RequestInit = {}) => fetch(server.url + address, init)
const timesAsked = (path: string) => elsewhere.asked.filter((each) => each === path).length

test('a message shows them at an address of the server, where they come without their place learning of readers', async () => {
  const url = `${elsewhere.url}/first.png`
  const id = await sendTo(ann, general, 'images', `[My picture](${url})`)
  const { content } = await messageOf(bob, id)
  const source = proxied('/first.png')
  expect(content).toBe(
    `<p><a href="${url}">My picture</a></p>\n` +
      `<div class="message_inline_image"><a href="${url}" title="My picture"><img src="${source}"></a></div>`,
  )
  expect(elsewhere.asked).toEqual([])
  const answer = await load(source)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'public, max-age=86400',
  })
  expect(answer.headers.has('set-cookie')).toBe(false)
  const { width, height, format } = await new Bun.Image(await answer.bytes()).metadata()
  expect({ width, height, format }).toEqual({ width: 64, height: 48, format: 'webp' })
  const again = await load(source, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect(timesAsked('/first.png')).toBe(1)
})

test('only addresses that the organization has signed are fetched', async () => {
  const [, path = '', signature = '', address = ''] = proxied('/picture.png').split('/')
  const another = proxied('/another.png').split('/').at(-1) ?? ''
  const forged = [
    `/${path}/${signature}/${another}`,
    `/${path}/${signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}/${address}`,
    `/${path}/${signature.slice(0, 10)}/${address}`,
    `/${path}/${'0'.repeat(64)}/${address}`,
    `/${path}/x/x`,
  ]
  for (const each of forged) {
    const answer = await load(each)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ result: 'error', code: 'NOT_FOUND' })
  }
  expect(timesAsked('/another.png')).toBe(0)
})

test('all who ask at the same time share one fetch; so do those who come after a restart', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => load(proxied('/shared.png'))))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(timesAsked('/shared.png')).toBe(1)
  await server.restart()
  expect((await load(proxied('/shared.png'))).status).toBe(200)
  expect(timesAsked('/shared.png')).toBe(1)
})

test('what is no image, leads to where nobody may go, or is not there, is not shown, nor asked for again and again', async () => {
  const paths = ['/drawing.png', '/page.png', '/lie.png', '/damaged.png', '/inside.png', '/gone.png']
  for (const path of paths) {
    for (let times = 0; times < 2; times++) {
      const answer = await load(proxied(path))
      expect({ path, status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        path,
        status: 404,
        type: 'application/json',
      })
    }
    expect(timesAsked(path)).toBe(1)
  }
  server.clock.advance(6 * 60_000)
  expect((await load(proxied('/gone.png'))).status).toBe(404)
  expect(timesAsked('/gone.png')).toBe(2)
  expect((await load(proxied('/moved.png'))).status).toBe(200)
})

test('they are kept for a week, and only so many; the oldest go first', async () => {
  for (let number = 1; number <= 6; number++) {
    server.clock.advance(60_000)
    expect((await load(proxied(`/noise${number}.png`))).status).toBe(200)
  }
  const sizes = readdirSync(folder).map((name) => Bun.file(join(folder, name)).size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(20_000)
  expect(total).toBeLessThanOrEqual(rules.externalImageBytes)
  await load(proxied('/noise6.png'))
  expect(timesAsked('/noise6.png')).toBe(1)
  await load(proxied('/noise1.png'))
  expect(timesAsked('/noise1.png')).toBe(2)
  server.clock.advance(8 * day)
  await load(proxied('/noise1.png'))
  expect(timesAsked('/noise1.png')).toBe(3)
  writeFileSync(join(folder, 'left-over.webp.new'), 'half of an im')
  await server.restart()
  await server.advance(day)
  expect(readdirSync(folder).length).toBe(1)
})

test('what somebody has removed from the folder is fetched anew', async () => {
  expect((await load(proxied('/removed.png'))).status).toBe(200)
  rmSync(folder, { recursive: true })
  expect((await load(proxied('/removed.png'))).status).toBe(200)
  expect(timesAsked('/removed.png')).toBe(2)
})

test('they are links where the organization says so, and those of before are no longer fetched', async () => {
  await owner.patch('/realm', { inline_image_preview: false })
  const url = `${elsewhere.url}/later.png`
  const id = await sendTo(ann, general, 'images', url)
  expect((await messageOf(bob, id))['content']).toBe(`<p><a href="${url}">${url}</a></p>`)
  expect((await load(proxied('/later.png'))).status).toBe(404)
  expect(timesAsked('/later.png')).toBe(0)
  await owner.patch('/realm', { inline_image_preview: true })
  expect((await load(proxied('/later.png'))).status).toBe(200)
})

test('the addresses of very long ones would make a message much longer: they stay links', async () => {
  const url = `${elsewhere.url}/${'a'.repeat(3000)}.png`
  const id = await sendTo(ann, general, 'images', `[long](${url})`)
  expect((await messageOf(bob, id))['content']).toBe(`<p><a href="${url}">long</a></p>`)
})

test('by itself, the server asks no private address', async () => {
  const careful = await scenario({})
  const asked = elsewhere.asked.length
  const address = externalImageUrl(careful.server.organization, `${elsewhere.url}/private.png`) ?? ''
  expect((await fetch(careful.server.url + address)).status).toBe(404)
  expect(elsewhere.asked.length).toBe(asked)
})

test('whoever has many fetched has to wait; what is kept is there for all', async () => {
  const limited = await scenario({}, { rules, userRateLimit: { limit: 1000, windowSeconds: 60 } })
  const addressOf = (path: string) =>
    externalImageUrl(limited.server.organization, elsewhere.url + path) ?? ''
  const statuses: number[] = []
  for (let number = 0; number < 61; number++) {
    const answer = await fetch(limited.server.url + addressOf(`/many${number}.png`))
    statuses.push(answer.status)
    await answer.body?.cancel()
  }
  expect(statuses.filter((status) => status === 200).length).toBe(60)
  expect(statuses.at(-1)).toBe(429)
  expect((await fetch(limited.server.url + addressOf('/many59.png'))).status).toBe(200)
  limited.server.clock.advance(60_000)
  expect((await fetch(limited.server.url + addressOf('/many60.png'))).status).toBe(200)
})
