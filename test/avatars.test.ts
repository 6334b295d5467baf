// Pictures of people and bots: their own instead of one that is drawn, seen by all who see them, and gone again.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import { anonymous } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { item } from './support/law/rules'
import { fetched, sendToChannel } from './support/messages'
import { blue, photograph, plain, png, pngClaiming, red, secretPlace, pixelsIn } from './support/pictures'
import { badRequest, invalid } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest' })
const room = await addChannel(owner, 'room', [owner, ann, bob, guest])
const folder = join(server.organization.folder, 'pictures')
const address = /^\/user_avatars\/1\/[0-9a-f]{32}\.png$/

const picture = (url: unknown): Promise<Response> => fetch(server.url + String(url))
const ofAnn = async () => item((await bob.get(`/users/${ann.id}`, { client_gravatar: false })).body['user'])
const redirected = async (path: string): Promise<string | null> => {
  const headers = { authorization: bob.authorization }
  return (await fetch(server.url + path, { redirect: 'manual', headers })).headers.get('location')
}

test('somebody gives themselves a picture, changes it and takes it away', async () => {
  const message = await sendToChannel(ann, room)
  const watcher = { person: bob, state: await register(bob) }
  const photo = await photograph(1200, 800, (x) => (x < 600 ? red : blue))
  const first = await holdsLaw([ann, bob, guest], () =>
    ann.upload('/users/me/avatar', photo, { name: 'me.jpg' }),
  )
  const { avatar_url } = first.body
  expect(first.body).toEqual({ result: 'success', msg: '', avatar_url: expect.stringMatching(address) })
  expect(await ofAnn()).toMatchObject({ avatar_url, avatar_version: 2 })
  const [event] = await eventsOf(watcher)
  expect(event).toMatchObject({
    type: 'realm_user',
    op: 'update',
    person: { user_id: ann.id, avatar_url, avatar_source: 'U', avatar_version: 2 },
  })
  const medium = item(event?.['person'])['avatar_url_medium']
  // So clients find the larger one by themselves.
  expect(medium).toBe(String(avatar_url).replace('.png', '-medium.png'))
  for (const [url, side] of [
    [avatar_url, 100],
    [medium, 500],
  ] as const) {
    const stored = await (await picture(url)).bytes()
    expect(await pixelsIn(stored)).toMatchObject({ width: side, height: side })
    expect(Buffer.from(stored).includes(secretPlace)).toBe(false)
  }
  expect(await redirected(`/avatar/${ann.id}`)).toBe(String(avatar_url))
  expect(await redirected(`/avatar/${ann.id}/medium`)).toBe(String(medium))
  // Everybody is shown the address, those who make gravatars themselves, too.
  expect((await fetched(bob, message))['avatar_url']).toBe(avatar_url)

  const second = (await holdsLaw([ann, bob], () => ann.upload('/users/me/avatar', png(50, 50, plain(blue)))))
    .body
  expect(second['avatar_url']).not.toBe(avatar_url)
  expect([(await picture(avatar_url)).status, (await picture(medium)).status]).toEqual([404, 404])
  const removed = await holdsLaw([ann, bob], () => ann.delete('/users/me/avatar'))
  expect(removed.body['avatar_url']).toBe(`/user_avatars/1/drawn/${ann.id}.png`)
  expect(await ofAnn()).toMatchObject({ avatar_version: 4, avatar_url: removed.body['avatar_url'] })
  const again = await holdsLaw([ann, bob], () => ann.delete('/users/me/avatar'))
  expect(again.body['avatar_url']).toBe(removed.body['avatar_url'])
  await server.advance(25 * 3600 * 1000)
  expect(readdirSync(folder)).toEqual([])
})

test('where the organization has turned that off, administrators alone have pictures of their own', async () => {
  const square = png(50, 50, plain(blue))
  await guest.upload('/users/me/avatar', square)
  await owner.patch('/realm', { avatar_changes_disabled: true })
  const refused = badRequest("Pictures can't be changed in this organization")
  expect((await guest.upload('/users/me/avatar', square)).body).toMatchObject(refused)
  expect((await guest.delete('/users/me/avatar')).body).toMatchObject(refused)
  expect((await owner.upload('/users/me/avatar', square)).status).toBe(200)
  await owner.patch('/realm', { avatar_changes_disabled: false })
  expect((await guest.delete('/users/me/avatar')).status).toBe(200)
})

test('what is no picture is refused, and changes nothing', async () => {
  const before = await ofAnn()
  const files = readdirSync(folder)
  for (const [reply, answer] of [
    [ann.post('/users/me/avatar'), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'filename' }],
    [ann.post('/users/me/avatar', { filename: 'text' }), invalid('filename')],
    [ann.upload('/users/me/avatar', pngClaiming(50_000, 50_000)), { code: 'BAD_IMAGE' }],
    [ann.upload('/users/me/avatar', Buffer.from('GIF89a')), { code: 'BAD_IMAGE' }],
    [ann.upload('/users/me/avatar', Buffer.alloc(5 * 1024 * 1024 + 1)), { code: 'PAYLOAD_TOO_LARGE' }],
    [anonymous(server.url, '/users/me/avatar', { method: 'POST' }), { code: 'UNAUTHORIZED' }],
    [anonymous(server.url, '/users/me/avatar', { method: 'DELETE' }), { code: 'UNAUTHORIZED' }],
  ] as const) {
    expect((await reply).body).toMatchObject({ result: 'error', ...answer })
  }
  expect(await ofAnn()).toEqual(before)
  // Those that were replaced before go when they have time.
  expect(readdirSync(folder).filter((file) => !files.includes(file))).toEqual([])
})

test('a bot is made with a picture, and is given another by those who administer it', async () => {
  const square = png(300, 300, plain(red))
  const fields = { full_name: 'Robo', short_name: 'robo' }
  const made = await holdsLaw([ann, owner, bob], () => ann.upload('/bots', square, fields))
  const { user_id: id, avatar_url } = made.body
  expect(avatar_url).toMatch(address)
  const change = () => ann.request(`/bots/${id}`, { method: 'PATCH', body: form(png(9, 9, plain(blue))) })
  const changed = await holdsLaw([ann, owner, bob], change)
  expect(changed.body['avatar_url']).toMatch(address)
  expect(changed.body['avatar_url']).not.toBe(avatar_url)
  expect((await picture(avatar_url)).status).toBe(404)
  expect((await picture(changed.body['avatar_url'])).status).toBe(200)

  const refused = await ann.upload('/bots', Buffer.from('<svg/>'), {
    full_name: 'Other',
    short_name: 'other',
  })
  expect(refused.body).toMatchObject({ code: 'BAD_IMAGE' })
  expect(JSON.stringify((await ann.get('/bots')).body)).not.toContain('Other')
  const foreign = await bob.request(`/bots/${id}`, { method: 'PATCH', body: form(square) })
  expect(foreign.body).toMatchObject({ code: 'BAD_REQUEST' })
  const plainBot = await addBot(ann, {})
  const itself = await holdsLaw([ann, owner], () => plainBot.upload('/users/me/avatar', square))
  expect(itself.body['avatar_url']).toMatch(address)
})

function form(file: Uint8Array): FormData {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(file)], 'robot.png'))
  return body
}

test('nobody has to have a picture: the server draws one of the ID, and asks no third party', async () => {
  const mine = `/user_avatars/1/drawn/${bob.id}.png`
  const { members } = (await ann.get('/users')).body
  expect(JSON.stringify(members)).not.toContain('gravatar')
  expect(members).toContainEqual(expect.objectContaining({ user_id: bob.id, avatar_url: mine }))
  const sides = [
    [mine, 100],
    [mine.replace('.png', '-medium.png'), 500],
  ] as const
  for (const [path, side] of sides) {
    const answer = await picture(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await pixelsIn(await answer.bytes())).toMatchObject({ width: side, height: side })
  }
  expect(await redirected(`/avatar/${bob.id}`)).toBe(mine)
  expect(await redirected(`/avatar/${bob.id}/medium`)).toBe(mine.replace('.png', '-medium.png'))
  const files = await Promise.all(
    [1, 2, 3, 99_999].map(async (id) => {
      const bytes = await (await picture(`/user_avatars/1/drawn/${id}.png`)).bytes()
      return Bun.hash(bytes)
    }),
  )
  expect(new Set(files).size).toBe(4)
  for (const name of ['x.png', '-1.png', '1.svg', '1', '1-small.png', '1'.repeat(30) + '.png']) {
    expect((await picture(`/user_avatars/1/drawn/${name}`)).status).toBe(404)
  }
})

test('an organization may choose gravatars, and go back: everybody is told, some people at a time', async () => {
  const people = Array.from({ length: 45 }, (_, index) => server.addPerson(`Crowd ${index}`))
  const [one] = await Promise.all(people)
  if (!one) throw new Error('There is nobody')
  const forecaster = await addBot(ann, { full_name: 'Forecaster', short_name: 'forecaster' })
  await ann.upload('/users/me/avatar', png(50, 50, plain(blue)))
  const own = (await ofAnn())['avatar_url']
  const seenBy = async (client_gravatar: boolean) =>
    item((await bob.get(`/users/${one.id}`, { client_gravatar })).body['user'])['avatar_url']
  const choose = (use_gravatar: boolean) =>
    holdsLaw([ann, bob, guest], async () => {
      await owner.patch('/realm', { use_gravatar })
      await server.server.settled()
    })
  const drawn = `/user_avatars/1/drawn/${one.id}.png`
  const message = await sendToChannel(bob, room)
  const inMessage = async (parameters: object) => {
    const range = { anchor: message, num_before: 0, num_after: 0 }
    const { messages } = (await ann.get('/messages', { ...range, ...parameters })).body
    return item(Array.isArray(messages) ? messages[0] : undefined)['avatar_url']
  }
  expect(await inMessage({})).toBe(`/user_avatars/1/drawn/${bob.id}.png`)
  expect([await seenBy(true), await seenBy(false)]).toEqual([drawn, drawn])
  await choose(true)
  // Clients make the address themselves, from the address of the person.
  expect(await seenBy(true)).toBeNull()
  expect(await seenBy(false)).toStartWith('https://secure.gravatar.com/avatar/')
  expect(await redirected(`/avatar/${one.id}/medium`)).toStartWith('https://secure.gravatar.com/avatar/')
  expect(await inMessage({})).toBeNull()
  expect(await inMessage({ client_gravatar: false })).toStartWith('https://secure.gravatar.com/avatar/')
  expect((await ofAnn())['avatar_url']).toBe(own)
  const newcomer = await server.addPerson('Late Comer')
  expect((await newcomer.get('/users/me')).body['avatar_url']).toStartWith('https://secure.gravatar.com/')
  expect((await newcomer.get('/users')).body['members']).toContainEqual(
    expect.objectContaining({ user_id: forecaster.id, avatar_url: null }),
  )
  await choose(false)
  expect([await seenBy(true), await seenBy(false)]).toEqual([drawn, drawn])
  expect((await ann.delete('/users/me/avatar')).body['avatar_url']).toBe(
    `/user_avatars/1/drawn/${ann.id}.png`,
  )
  expect((await bob.patch('/realm', { use_gravatar: true })).status).toBe(400)
})
