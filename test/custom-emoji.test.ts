// Custom emoji: added, used in messages, reactions and statuses, and deactivated; who may; what is no picture or no name.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Reply } from './support/client'
import { holdsLaw, register } from './support/law'
import { fetched, sendToChannel } from './support/messages'
import { blue, gif, png, pngClaiming, red, pixelsIn } from './support/pictures'
import { areRefused, badRequest, invalid, noneOfOwn, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest' })
const room = await addChannel(owner, 'room', [owner, ann, bob, guest])
const folder = join(server.organization.folder, 'pictures')

const square = png(100, 100, (x) => (x < 50 ? red : blue))
const moving = gif(
  32,
  32,
  [1, 3].map((which) => ({ width: 32, height: 32, delay: 20, colour: () => which })),
  0,
)

interface Emoji {
  id: string
  name: string
  source_url: string
  still_url: string | null
  deactivated: boolean
  author_id: number
}

async function all(who: Client = ann): Promise<Emoji[]> {
  return Object.values((await who.get('/realm/emoji')).body['emoji'] ?? {})
}

const add = (who: Client, name: string, file: Uint8Array = square): Promise<Reply> =>
  who.upload(`/realm/emoji/${encodeURIComponent(name)}`, file)
const remove = (who: Client, name: string): Promise<Reply> => who.delete(`/realm/emoji/${name}`)

/** An emoji that the person has added. */
async function added(who: Client, name: string, file?: Uint8Array): Promise<Emoji> {
  expect((await add(who, name, file)).body).toEqual({ result: 'success', msg: '' })
  const emoji = (await all()).findLast((each) => each.name === name)
  if (!emoji) throw new Error('It was not added')
  return emoji
}

const picture = (url: string): Promise<Response> => fetch(server.url + url)

test('somebody adds an emoji, and everybody has it', async () => {
  const emoji = await holdsLaw([ann, guest], () => added(ann, 'Green Tick-2'.toLowerCase().replace(' ', '_')))
  const { source_url } = emoji
  expect(source_url).toMatch(/^\/user_avatars\/1\/emoji\/images\/[0-9a-f]{32}\.png$/)
  const wanted = { name: 'green_tick-2', still_url: null, deactivated: false, author_id: ann.id }
  expect(emoji).toEqual({ id: emoji.id, source_url, ...wanted })
  const { realm_emoji } = await register(guest, { fetch_event_types: ['realm_emoji'] })
  expect(realm_emoji).toEqual({ [emoji.id]: emoji })

  const answer = await picture(source_url)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  const { width, height } = await pixelsIn(await answer.bytes())
  expect([width, height]).toEqual([64, 64])
})

test('names are as clients write them: upper case is lower case, spaces are underscores; the file may have any name', async () => {
  for (const [field, name] of [
    ['filename', 'party.gif'],
    ['file-0', '../../../etc/passwd'],
    ['image', ''],
  ] as const) {
    const reply = await owner.upload(`/realm/emoji/Big%20Party%20${field}`, square, { field, name })
    expect(reply.body).toEqual({ result: 'success', msg: '' })
  }
  const names = (await all()).map(({ name }) => name)
  expect(names).toContain('big_party_file-0')
  expect(names).toContain('big_party_filename')
})

test('an animated one moves, and has a still beside it', async () => {
  const { source_url, still_url } = await added(bob, 'spinning', moving)
  expect(source_url).toEndWith('.webp')
  expect(still_url).toEndWith('.png')
  const answer = await picture(source_url)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(Buffer.from(await answer.bytes()).includes('ANMF')).toBe(true)
  expect((await picture(still_url ?? '')).status).toBe(200)
})

describe('in messages', () => {
  test('stands where its name does, and stays there when it is deactivated', async () => {
    const { source_url } = await added(ann, 'wave-2')
    const id = await sendToChannel(ann, room, 'Hello :wave-2: and `:wave-2:`, :nothing-such:')
    const html = `<img alt=":wave-2:" class="emoji" src="${source_url}" title="wave-2">`
    const whole = `<p>Hello ${html} and <code>:wave-2:</code>, :nothing-such:</p>`
    expect((await fetched(bob, id))['content']).toBe(whole)
    await holdsLaw([ann, bob], () => remove(ann, 'wave-2'))
    expect((await fetched(bob, id))['content']).toBe(whole)
    const after = await sendToChannel(ann, room, ':wave-2:')
    expect((await fetched(bob, after))['content']).toBe('<p>:wave-2:</p>')
    expect((await picture(source_url)).status).toBe(200)
  })

  test("the server's own emoji has a picture, too", async () => {
    const id = await sendToChannel(ann, room, ':confab:')
    const html = '<img alt=":confab:" class="emoji" src="/static/emoji/confab.png" title="confab">'
    expect((await fetched(bob, id))['content']).toBe(`<p>${html}</p>`)
    const answer = await picture('/static/emoji/confab.png')
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect((await pixelsIn(await answer.bytes())).width).toBe(64)
  })
})

describe('in reactions', () => {
  const react = (who: Client, id: number, emoji: object) =>
    who.post(`/messages/${id}/reactions`, { ...emoji })
  const takeBack = (who: Client, id: number, emoji: object) =>
    who.delete(`/messages/${id}/reactions`, { ...emoji })

  test('is given by name alone or with its code, and taken back', async () => {
    const { id: code } = await added(ann, 'clap_2')
    const message = await sendToChannel(ann, room, 'Done')
    const reaction = { emoji_name: 'clap_2', emoji_code: code, reaction_type: 'realm_emoji' }
    await holdsLaw([ann, bob], () => react(bob, message, { emoji_name: 'clap_2' }))
    expect((await fetched(ann, message))['reactions']).toEqual([{ ...reaction, user_id: bob.id }])
    await holdsLaw([ann, bob], () => react(guest, message, reaction))
    expect((await takeBack(bob, message, { emoji_name: 'clap_2' })).status).toBe(200)
    expect((await takeBack(bob, message, reaction)).body).toMatchObject({ code: 'REACTION_DOES_NOT_EXIST' })
    expect((await takeBack(guest, message, { emoji_code: code, reaction_type: 'realm_emoji' })).status).toBe(
      200,
    )
    expect((await fetched(ann, message))['reactions']).toEqual([])
  })

  test('can be joined and taken back when it is deactivated, but not begun', async () => {
    const { id: code } = await added(ann, 'old_one')
    const reaction = { emoji_name: 'old_one', emoji_code: code, reaction_type: 'realm_emoji' }
    const message = await sendToChannel(ann, room, 'Before')
    await react(ann, message, reaction)
    await remove(ann, 'old_one')
    const later = await sendToChannel(ann, room, 'After')
    const gone = badRequest('This custom emoji has been deactivated.')
    const none = badRequest("Emoji 'old_one' does not exist")
    expect((await react(bob, later, reaction)).body).toMatchObject(gone)
    expect((await react(bob, later, { emoji_name: 'old_one' })).body).toMatchObject(none)
    expect((await holdsLaw([ann, bob], () => react(bob, message, reaction))).status).toBe(200)
    expect((await takeBack(ann, message, { emoji_name: 'old_one' })).status).toBe(200)
    expect((await holdsLaw([ann, bob], () => takeBack(bob, message, reaction))).status).toBe(200)

    // A new one of the same name is another emoji.
    const { id: next } = await added(bob, 'old_one')
    expect(next).not.toBe(code)
    await react(bob, later, { emoji_name: 'old_one' })
    expect((await fetched(ann, later))['reactions']).toMatchObject([{ emoji_code: next }])
  })

  test('a wrong code, name or kind is refused', async () => {
    const [one, other] = [await added(ann, 'first_of_two'), await added(ann, 'second_of_two')]
    const message = await sendToChannel(ann, room, 'Which?')
    const path = `/messages/${message}/reactions`
    const refused = (parameters: object, answer: Refusal['answer']): Refusal => ({
      who: bob,
      method: 'post',
      path,
      parameters: { ...parameters },
      answer,
    })
    const first = { emoji_name: one.name, reaction_type: 'realm_emoji' }
    const ofAnother = badRequest('Invalid emoji name: emoji_code is that of another emoji')
    await areRefused(bob, [
      refused({ ...first, emoji_code: other.id }, ofAnother),
      refused({ ...first, emoji_code: '99999' }, badRequest('Invalid emoji code')),
      refused({ ...first, emoji_code: '1f642' }, badRequest('Invalid emoji code')),
      refused({ ...first, emoji_code: '9'.repeat(90) }, badRequest('Invalid emoji code')),
      refused({ ...first, reaction_type: 'unicode_emoji' }, badRequest(`Emoji '${one.name}' does not exist`)),
      refused(
        { emoji_name: 'smile', reaction_type: 'realm_emoji' },
        badRequest("Emoji 'smile' does not exist"),
      ),
      { ...refused({ ...first, emoji_code: one.id }, { code: 'REACTION_DOES_NOT_EXIST' }), method: 'delete' },
      { ...refused({ ...first, emoji_code: other.id }, badRequest('Invalid emoji code')), method: 'delete' },
    ])
  })
})

test('in a status, for as long as it is there', async () => {
  const { id: code } = await added(ann, 'tea_time')
  const status = { emoji_name: 'tea_time', emoji_code: code, reaction_type: 'realm_emoji' }
  await holdsLaw([ann, bob], () => ann.post('/users/me/status', { status_text: 'Away', ...status }))
  expect((await bob.get(`/users/${ann.id}/status`)).body['status']).toEqual({
    status_text: 'Away',
    ...status,
  })
  await remove(ann, 'tea_time')
  expect((await bob.get(`/users/${ann.id}/status`)).body['status']).toEqual({
    status_text: 'Away',
    ...status,
  })
  expect((await bob.post('/users/me/status', status)).body).toMatchObject({ code: 'BAD_REQUEST' })
})

test('deactivated by who added it, or an administrator; the name is free again then', async () => {
  const { id } = await added(ann, 'fleeting')
  const emoji = async () => (await all()).find((each) => each.id === id)
  const refused = badRequest('Must be an organization administrator or emoji author')
  await areRefused(ann, [{ who: bob, method: 'delete', path: '/realm/emoji/fleeting', answer: refused }])
  expect((await holdsLaw([ann, guest], () => remove(owner, 'Fleeting'))).body).toEqual({
    result: 'success',
    msg: '',
  })
  expect((await emoji())?.deactivated).toBe(true)
  const gone = { ...noneOfOwn("Emoji 'fleeting' does not exist") }
  await areRefused(ann, [
    { who: ann, method: 'delete', path: '/realm/emoji/fleeting', answer: gone, status: 404 },
  ])
  await added(bob, 'fleeting')
  expect(
    (await all()).filter(({ name }) => name === 'fleeting').map(({ deactivated }) => deactivated),
  ).toEqual([true, false])
})

test('the names of built-in emoji can be given to others by administrators alone', async () => {
  const only = badRequest('Only administrators can override built-in emoji.')
  expect((await add(ann, 'octopus')).body).toMatchObject(only)
  expect((await add(ann, 'confab')).body).toMatchObject(only)
  const { source_url, id: code } = await added(owner, 'octopus')
  const id = await sendToChannel(ann, room, ':octopus: 🐙')
  const html = String((await fetched(ann, id))['content'])
  expect(html).toContain(`src="${source_url}"`)
  expect(html).toContain('emoji-1f419')
  await ann.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' })
  expect((await fetched(ann, id))['reactions']).toMatchObject([
    { emoji_code: code, reaction_type: 'realm_emoji' },
  ])
  // Who means the built-in one says so.
  const builtIn = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' }
  expect((await bob.post(`/messages/${id}/reactions`, builtIn)).status).toBe(200)
})

test('who may is asked again when the picture is there', async () => {
  const demoted = await server.addPerson('Dora Demoted')
  const form = new FormData()
  form.set('file', new File([new Uint8Array(square)], 'late.png'))
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  const bytes = await sent.bytes()
  const isGuest = Promise.withResolvers<void>()
  const late = demoted.request('/realm/emoji/too_late', {
    method: 'POST',
    headers: { 'content-type': type },
    body: new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 100))
        await isGuest.promise
        controller.enqueue(bytes.subarray(100))
        controller.close()
      },
    }),
  })
  expect((await owner.patch(`/users/${demoted.id}`, { role: 600 })).status).toBe(200)
  isGuest.resolve()
  expect((await late).body).toMatchObject(badRequest('Insufficient permission'))
  expect((await all()).some(({ name }) => name === 'too_late')).toBe(false)
})

test('of two who add the same name at once, one does', async () => {
  const replies = await Promise.all([add(ann, 'contested'), add(bob, 'contested'), add(owner, 'contested')])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect((await all()).filter(({ name }) => name === 'contested')).toHaveLength(1)
})

test('bad names and bad files are refused, change nothing and leave no file', async () => {
  await added(ann, 'taken')
  const files = readdirSync(folder).toSorted()
  const before = await all()
  const cases: [Promise<Reply>, object][] = [
    [add(ann, 'taken'), badRequest('A custom emoji with this name already exists.')],
    [add(ann, 'a'.repeat(61)), invalid('emoji_name')],
    [add(ann, 'naïve'), invalid('emoji_name')],
    [add(ann, 'a:b'), invalid('emoji_name')],
    [add(ann, '../../etc/passwd'), invalid('emoji_name')],
    [add(ann, '---'), invalid('emoji_name')],
    [add(ann, '%00'), invalid('emoji_name')],
    [ann.post('/realm/emoji/none'), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'filename' }],
    [ann.post('/realm/emoji/text', { filename: 'text' }), invalid('filename')],
    [twoFiles(ann), badRequest('You must upload exactly one file')],
    [add(ann, 'empty', new Uint8Array()), { code: 'BAD_IMAGE' }],
    [add(ann, 'svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), { code: 'BAD_IMAGE' }],
    [add(ann, 'pixels', pngClaiming(65_535, 65_535)), { code: 'BAD_IMAGE' }],
    [add(ann, 'half', square.subarray(0, 60)), { code: 'BAD_IMAGE' }],
    [add(ann, 'huge', Buffer.alloc(5 * 1024 * 1024 + 1)), { code: 'PAYLOAD_TOO_LARGE' }],
    [add(ann, 'vast', Buffer.alloc(6 * 1024 * 1024)), { code: 'PAYLOAD_TOO_LARGE' }],
    [add(guest, 'by_guest'), badRequest('Insufficient permission')],
    [remove(guest, 'taken'), badRequest('Must be an organization administrator or emoji author')],
    [anonymous(server.url, '/realm/emoji/nobody', { method: 'POST' }), { code: 'UNAUTHORIZED' }],
    [anonymous(server.url, '/realm/emoji'), { code: 'UNAUTHORIZED' }],
  ]
  for (const [reply, answer] of cases)
    expect((await reply).body).toMatchObject({ result: 'error', ...answer })
  expect(await all()).toEqual(before)
  expect(readdirSync(folder).toSorted()).toEqual(files)
})

function twoFiles(who: Client): Promise<Reply> {
  const body = new FormData()
  body.set('one', new File([new Uint8Array(square)], 'one.png'))
  body.set('two', new File([new Uint8Array(square)], 'two.png'))
  return who.request('/realm/emoji/two_files', { method: 'POST', body })
}

test('a body of 100 MB is refused before it is read', async () => {
  const reply = await ann.request('/realm/emoji/vast', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    }),
  })
  expect([reply.status, reply.body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})

test('there are so many at most', async () => {
  const { count } = server.organization.db.sqlite
    .query<{ count: number }, []>('SELECT count(*) AS count FROM custom_emoji')
    .get() ?? { count: 0 }
  const { picture: stored } = server.organization.db.sqlite
    .query<{ picture: string }, []>('SELECT picture FROM custom_emoji')
    .get() ?? { picture: '' }
  await server.organization.write((tx) => {
    const insert = tx.sqlite.query(
      'INSERT INTO custom_emoji (name, author_id, picture, is_deactivated) VALUES (?, ?, ?, 1)',
    )
    for (let more = count; more < 3000; more++) insert.run(`x${more}`, ann.id, stored)
  })
  expect((await add(owner, 'one_too_many')).body).toMatchObject(
    badRequest('There can be at most 3000 custom emoji'),
  )
})
