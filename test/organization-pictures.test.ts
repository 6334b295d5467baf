// The organization's icon and logos: ours where it has none, its own ones otherwise; who may replace them, and who is told.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { blue, photograph, plain, png, pngClaiming, red, secretPlace, pixelsIn } from './support/pictures'
import { areRefused, badRequest, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, admin, ann, guest } = await scenario({
  admin: 'administrator',
  ann: 'member',
  guest: 'guest',
})
const folder = join(server.organization.folder, 'pictures')
const wide = png(400, 100, (x) => (x < 200 ? red : blue))

const picture = (url: unknown, init?: RequestInit): Promise<Response> => fetch(server.url + String(url), init)
const pixels = async (url: unknown) => pixelsIn(await (await picture(url)).bytes())
const shown = async (who: Client = guest) => {
  const state = await register(who, { fetch_event_types: ['realm'] })
  const names = ['icon', 'logo', 'night_logo'].flatMap((role) => [
    `realm_${role}_url`,
    `realm_${role}_source`,
  ])
  return names.map((name) => state[name])
}
const ours = [
  '/static/images/icon.png',
  'G',
  '/static/images/logo.png',
  'D',
  '/static/images/night-logo.png',
  'D',
]
const where = async (path: string): Promise<unknown[]> => {
  const answer = await fetch(`${server.url}/api/v1${path}`, { redirect: 'manual' })
  return [answer.status, answer.headers.get('location')]
}

test('without its own, an organization has ours, which come from nowhere else', async () => {
  expect(await shown()).toEqual(ours)
  expect((await anonymous(server.url, '/server_settings')).body['realm_icon']).toBe(ours[0])
  for (const url of [ours[0], ours[2], ours[4]]) {
    const answer = await picture(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await picture(url, { method: 'HEAD' })).status).toBe(200)
    expect((await pixelsIn(await answer.bytes())).height).toBeGreaterThan(60)
  }
  expect(await where('/realm/icon')).toEqual([302, ours[0]])
  expect(await where('/realm/logo')).toEqual([302, ours[2]])
  expect(await where('/realm/logo?night=true')).toEqual([302, ours[4]])
})

test('an administrator gives it an icon, everybody is told, and it goes back to ours', async () => {
  const watcher = { person: guest, state: await register(guest) }
  const file = await photograph(300, 200, plain(red))
  const { body } = await holdsLaw([admin, guest], () =>
    admin.upload('/realm/icon', file, { name: 'icon.jpg' }),
  )
  const { icon_url } = body
  expect(icon_url).toMatch(/^\/user_avatars\/1\/realm\/[0-9a-f]{32}\.png$/)
  expect(await eventsOf(watcher)).toMatchObject([
    { type: 'realm', op: 'update_dict', property: 'icon', data: { icon_url, icon_source: 'U' } },
  ])
  expect(await shown()).toEqual([icon_url, 'U', ...ours.slice(2)])
  expect((await anonymous(server.url, '/server_settings')).body['realm_icon']).toBe(icon_url)
  expect(await where('/realm/icon')).toEqual([302, icon_url])
  const stored = Buffer.from(await (await picture(icon_url)).bytes())
  expect(stored.includes(secretPlace)).toBe(false)
  const { width, height } = await pixelsIn(stored)
  expect([width, height]).toEqual([256, 256])

  const replaced = (await owner.upload('/realm/icon', wide)).body['icon_url']
  expect(replaced).not.toBe(icon_url)
  expect((await picture(icon_url)).status).toBe(404)
  const removed = await holdsLaw([admin, guest], () => admin.delete('/realm/icon'))
  expect(removed.body).toEqual({ result: 'success', msg: '', icon_url: '/static/images/icon.png' })
  expect((await picture(replaced)).status).toBe(404)
  expect(await shown()).toEqual(ours)
  expect((await holdsLaw([admin], () => admin.delete('/realm/icon'))).status).toBe(200)
  // The timer looks for what could not be removed at once.
  await server.advance(25 * 3600 * 1000)
  expect(readdirSync(folder)).toEqual([])
})

test('the two logos are apart from one another, and as wide as they were', async () => {
  const day = (await holdsLaw([owner, guest], () => owner.upload('/realm/logo', wide))).body['logo_url']
  const night = (
    await holdsLaw([owner, guest], () =>
      owner.upload('/realm/logo', png(3000, 3000, plain(blue)), { night: true }),
    )
  ).body['logo_url']
  expect(await shown()).toEqual([...ours.slice(0, 2), day, 'U', night, 'U'])
  expect(await pixels(day)).toMatchObject({ width: 400, height: 100 })
  expect(await pixels(night)).toMatchObject({ width: 200, height: 200 })
  expect(await where('/realm/logo')).toEqual([302, day])
  expect(await where('/realm/logo?night=true')).toEqual([302, night])
  await holdsLaw([owner, guest], () => owner.delete('/realm/logo', { night: true }))
  expect(await shown()).toEqual([...ours.slice(0, 2), day, 'U', ...ours.slice(4)])
  await server.restart()
  expect((await picture(day)).status).toBe(200)
})

test('nobody else may, and nothing else is taken', async () => {
  const administrators = badRequest('Must be an organization administrator')
  const before = await shown()
  for (const path of ['/realm/icon', '/realm/logo']) {
    for (const who of [ann, guest]) {
      expect((await who.upload(path, wide)).body).toMatchObject(administrators)
      const removal: Refusal = { who, method: 'delete', path, answer: administrators }
      await areRefused(guest, [removal])
    }
    expect((await anonymous(server.url, path, { method: 'POST' })).status).toBe(401)
    expect((await anonymous(server.url, path, { method: 'DELETE' })).status).toBe(401)
    expect((await owner.post(path)).body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
    expect((await owner.upload(path, pngClaiming(60_000, 60_000))).body).toMatchObject({ code: 'BAD_IMAGE' })
    expect((await owner.upload(path, Buffer.from('<svg/>'))).body).toMatchObject({ code: 'BAD_IMAGE' })
    const vast = await owner.upload(path, Buffer.alloc(5 * 1024 * 1024 + 1))
    expect([vast.status, vast.body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  }
  expect((await owner.upload('/realm/logo', wide, { night: 'perhaps' })).body).toMatchObject({
    var_name: 'night',
  })
  expect((await owner.upload('/realm/icon', png(500, 20, plain(red)))).body).toMatchObject({
    code: 'BAD_IMAGE',
  })
  expect(await shown()).toEqual(before)
})
