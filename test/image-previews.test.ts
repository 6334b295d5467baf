// Previews of uploaded pictures: made, shown in messages, served to whoever may open the original.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attachmentAt, type Attachment } from '../src/attachments/repository'
import { restore } from '../src/messages/changing/editing/restoring'
import { queuePreviews } from '../src/image-previews/making'
import { updatePicture } from '../src/image-previews/repository'
import { addChannel } from './support/channels'
import { eventsOfOne, messageOf, sendTo } from './support/changed-messages'
import type { Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { sendDirectly } from './support/messages'
import { blue, bmp, gif, photograph, pixelsIn, plain, png, red, secretPlace } from './support/pictures'
import { scenario } from './support/scenario'

const { server, owner, ann, bob, cat } = await scenario({ ann: 'member', bob: 'member', cat: 'member' })
const general = (await addChannel(owner, 'general', [ann, bob], { invite_only: true })).id

const moving = gif(
  60,
  40,
  [1, 2, 3].map((which) => ({ width: 60, height: 40, delay: 10, colour: () => which })),
  0,
)

async function upload(who: Client, file: Uint8Array, name: string): Promise<string> {
  const { body } = await who.upload('/user_uploads', file, { name })
  expect(body).toMatchObject({ result: 'success' })
  await server.server.settled()
  return String(body['url'])
}

function attachment(url: string): Attachment {
  const found = attachmentAt(server.organization.db, url.replace('/user_uploads/', ''))
  if (!found) throw new Error(`There is no ${url}`)
  return found
}

/** As it is between the upload and the end of the job. */
async function waiting(url: string): Promise<void> {
  const { id } = attachment(url)
  await server.organization.write((tx) => updatePicture(tx, id, { previews: 'pending', isAnimated: false }))
}

async function make(url: string): Promise<void> {
  await server.organization.write((tx) => queuePreviews(tx, attachment(url)))
  await server.server.settled()
}

const html = async (who: Client, id: number): Promise<string> => String((await messageOf(who, id))['content'])

const load = (url: string, who?: Client, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + url, { headers: { ...(who ? { authorization: who.authorization } : {}), ...headers } })

const thumbnail = (url: string, format: string): string =>
  url.replace('/user_uploads/', '/user_uploads/thumbnail/') + `/${format}`

function stored({ key }: Attachment): string[] {
  const names = readdirSync(join(server.organization.folder, 'uploads', key.slice(0, 2)))
  return names.filter((name) => name.startsWith(key)).map((name) => name.slice(key.length))
}

test('first something turns round, then the picture is there, and everybody who reads the message is told', async () => {
  const url = await upload(ann, await photograph(1200, 600, plain(red)), 'a photo.jpg')
  await waiting(url)
  const id = await sendTo(ann, general, 'pictures', `Look: [a photo.jpg](${url}) at *that*`)
  const link = `<div class="message_inline_image"><a href="${url}" title="a photo.jpg">`
  const facts = 'data-original-dimensions="600x1200" data-original-content-type="image/jpeg"'
  const text = `<p>Look: <a href="${url}">a photo.jpg</a> at <em>that</em></p>\n`
  const before = `${text}${link}<img class="image-loading-placeholder" ${facts} src="/static/images/loading/loader-black.svg"></a></div>`
  expect(await html(bob, id)).toBe(before)
  const after = `${text}${link}<img ${facts} src="${thumbnail(url, '840x560.webp')}"></a></div>`
  const toCat = await eventsOfOne(cat, {}, async () => {
    const events = await eventsOfOne(bob, {}, () => holdsLaw([ann, bob], () => make(url)))
    expect(events).toEqual([
      expect.objectContaining({
        type: 'update_message',
        rendering_only: true,
        user_id: null,
        message_id: id,
        rendered_content: after,
      }),
    ])
  })
  expect(toCat).toEqual([])
  expect(await html(bob, id)).toBe(after)
  // Whoever writes of it from now on shows it at once.
  const again = await sendTo(ann, general, 'pictures', `[b](${url})`)
  expect(await html(bob, again)).toContain(thumbnail(url, '840x560.webp'))
  const { body } = await ann.post('/messages/render', { content: `[b](${url})` })
  expect(String(body['rendered'])).toContain(thumbnail(url, '840x560.webp'))
  expect((await load('/static/images/loading/loader-black.svg')).headers.get('content-type')).toBe(
    'image/svg+xml',
  )
})

test('the smaller ones are upright, of the sizes that clients are told, and say nothing of the place', async () => {
  const url = await upload(ann, await photograph(2000, 1000, plain(red)), 'photo.jpg')
  const { server_thumbnail_formats: formats } = await register(ann)
  expect(formats).toEqual([
    { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
    { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
    { name: '300x200.webp', max_width: 300, max_height: 200, format: 'webp', animated: false },
  ])
  for (const [format, width, height] of [
    ['840x560.webp', 280, 560],
    ['300x200.webp', 100, 200],
  ] as const) {
    const answer = await load(thumbnail(url, format), ann)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const bytes = await answer.bytes()
    expect(await pixelsIn(bytes)).toMatchObject({ width, height })
    expect(Buffer.from(bytes).includes(secretPlace)).toBe(false)
  }
})

test('they are served to whoever may open the original, and kept by their clients', async () => {
  const url = await upload(ann, png(900, 900, plain(blue)), 'blue.png')
  const address = thumbnail(url, '300x200.webp')
  const answer = await load(address, ann)
  expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const etag = String(answer.headers.get('etag'))
  expect((await load(address, ann, { 'if-none-match': etag })).status).toBe(304)
  const part = await load(address, ann, { range: 'bytes=0-3' })
  expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
  expect((await load(address)).status).toBe(404)
  const original = await load(url, bob)
  for (const path of [
    address,
    thumbnail(url, '840x560-anim.webp'),
    thumbnail(url, '100x100.webp'),
    thumbnail(url, '..%2f300x200.webp'),
    thumbnail(url.replace('.png', '.jpg'), '300x200.webp'),
  ]) {
    const refused = await load(path, bob)
    expect([refused.status, await refused.json()]).toEqual([404, await original.clone().json()])
  }
  for (const format of ['840x560-anim.webp', '100x100.webp']) {
    expect((await load(thumbnail(url, format), ann)).status).toBe(404)
  }
  await waiting(url)
  expect((await load(address, ann)).status).toBe(404)
  await make(url)
  expect((await load(address, ann)).status).toBe(200)
  const id = await sendTo(ann, general, 'pictures', `[x](${url})`)
  expect([(await load(address, bob)).status, (await load(address, cat)).status]).toEqual([200, 404])
  await ann.delete(`/messages/${id}`)
  expect((await load(address, bob)).status).toBe(404)
})

test('what moves goes on moving', async () => {
  const url = await upload(ann, moving, 'dance.gif')
  const id = await sendTo(ann, general, 'pictures', `[dance](${url})`)
  const address = thumbnail(url, '840x560-anim.webp')
  expect(await html(bob, id)).toContain(
    `<img data-animated="true" data-original-dimensions="60x40" data-original-content-type="image/gif" src="${address}">`,
  )
  const bytes = Buffer.from(await (await load(address, ann)).bytes())
  expect(bytes.includes('ANMF')).toBe(true)
  expect(stored(attachment(url)).toSorted()).toEqual([
    '',
    '.300x200.webp',
    '.840x560-anim.webp',
    '.840x560.webp',
  ])
})

test('a preview follows what a file is, not what it is called', async () => {
  const shown = async (file: Uint8Array, name: string) => {
    const url = await upload(ann, file, name)
    const id = await sendTo(ann, general, 'pictures', `[x](${url})`)
    return { html: await html(bob, id), plain: `<p><a href="${url}">x</a></p>`, of: attachment(url) }
  }
  for (const [file, name] of [
    [png(20, 10, plain(red)), 'letter.pdf'],
    [bmp(20, 10, plain(red)), 'scan.bin'],
  ] as const) {
    const { html, of } = await shown(file, name)
    expect(html).toContain('data-original-dimensions="20x10"')
    expect(of).toMatchObject({ previews: 'ready', width: 20, height: 10, isAnimated: false })
  }
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  for (const file of [page, new Uint8Array()]) {
    const { html, plain, of } = await shown(file, 'photo.png')
    expect(html).toBe(plain)
    expect(of.previews).toBe('none')
  }
})

test('a bomb and a picture that is damaged have no preview, and the server goes on', async () => {
  const bomb = Buffer.from(png(20, 10, plain(red)))
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  bomb.writeUInt32BE(Bun.hash.crc32(bomb.subarray(12, 29)), 29)
  const whole = png(300, 300, (x, y) => [x & 255, y & 255, (x * y) & 255, 255])
  for (const [file, previews] of [
    [bomb, 'none'],
    [whole.subarray(0, whole.length / 2), 'failed'],
  ] as const) {
    const url = await upload(ann, file, 'broken.png')
    expect(attachment(url).previews).toBe(previews)
    expect(stored(attachment(url))).toEqual([''])
    const id = await sendTo(ann, general, 'pictures', `[x](${url})`)
    expect(await html(bob, id)).toBe(`<p><a href="${url}">x</a></p>`)
    expect((await load(thumbnail(url, '840x560.webp'), ann)).status).toBe(404)
  }
})

test('messages that waited for a picture that there is none of lose their placeholder', async () => {
  const whole = png(300, 300, (x, y) => [x & 255, y & 255, (x * y) & 255, 255])
  const url = await upload(ann, whole.subarray(0, whole.length / 2), 'broken.png')
  await waiting(url)
  const id = await sendTo(ann, general, 'pictures', `[x](${url})\n\nand more`)
  expect(await html(bob, id)).toContain('image-loading-placeholder')
  await holdsLaw([ann, bob], () => make(url))
  expect(await html(bob, id)).toBe(`<p><a href="${url}">x</a></p>\n<p>and more</p>`)
})

test('where the server was killed at every attempt, nobody waits for ever', async () => {
  const url = await upload(ann, png(30, 30, plain(blue)), 'deadly.png')
  await waiting(url)
  const id = await sendTo(ann, general, 'pictures', `[x](${url})`)
  await server.organization.write((tx) => {
    queuePreviews(tx, attachment(url))
    tx.sqlite.query(`UPDATE jobs SET attempts = 3 WHERE kind = 'make-image-previews'`).run()
  })
  await server.server.settled()
  expect(attachment(url).previews).toBe('failed')
  expect(await html(bob, id)).toBe(`<p><a href="${url}">x</a></p>`)
})

test('many messages with one picture are changed in steps, with their history, and others stay as they are', async () => {
  const url = await upload(ann, png(30, 30, plain(blue)), 'often.png')
  const other = await upload(ann, png(30, 30, plain(red)), 'other.png')
  await waiting(url)
  await waiting(other)
  const ids: number[] = []
  for (let count = 0; count < 23; count++) {
    ids.push(await sendTo(ann, general, 'pictures', `[x](${url}) ${count}`))
  }
  const [edited = 0] = ids
  await ann.patch(`/messages/${edited}`, { content: `[x](${url}) and [y](${other})` })
  ids.push(await sendDirectly(ann, [bob], `[x](${url})`))
  const placeholders = (text: string) => text.split('image-loading-placeholder').length - 1
  await holdsLaw([ann, bob], () => make(url))
  for (const id of ids) {
    const shown = await html(bob, id)
    expect([placeholders(shown), shown.includes(thumbnail(url, '840x560.webp'))]).toEqual([
      id === edited ? 1 : 0,
      true,
    ])
  }
  const { body } = await bob.get(`/messages/${edited}/history`)
  const history = JSON.stringify(body['message_history'])
  expect(history).toContain(thumbnail(url, '840x560.webp'))
  await make(other)
  expect(placeholders(await html(bob, edited))).toBe(0)
})

test('a message that was deleted while it waited shows the picture once it is put back', async () => {
  const url = await upload(ann, png(30, 30, plain(blue)), 'back.png')
  await waiting(url)
  const id = await sendTo(ann, general, 'pictures', `[x](${url})`)
  await ann.patch(`/messages/${id}`, { content: `again [x](${url})` })
  expect((await ann.delete(`/messages/${id}`)).body).toMatchObject({ result: 'success' })
  await make(url)
  await restore(server.organization, { messageId: id })
  expect(await html(bob, id)).toContain(thumbnail(url, '840x560.webp'))
  const { body } = await bob.get(`/messages/${id}/history`)
  expect(JSON.stringify(body)).not.toContain('image-loading-placeholder')
})

test('a link to a picture that its author may not open is a link', async () => {
  const url = await upload(ann, png(30, 30, plain(blue)), 'hers.png')
  const id = await sendTo(bob, general, 'pictures', `[x](${url})`)
  expect(await html(ann, id)).toBe(`<p><a href="${url}">x</a></p>`)
})

test('a message that is sent later shows what there is by then', async () => {
  const url = await upload(ann, png(30, 30, plain(blue)), 'later.png')
  await waiting(url)
  const { body } = await ann.post('/scheduled_messages', {
    type: 'channel',
    to: general,
    topic: 'later',
    content: `[x](${url})`,
    scheduled_delivery_timestamp: Math.floor(server.clock.now() / 1000) + 600,
  })
  expect(body).toMatchObject({ result: 'success' })
  await make(url)
  await server.advance(700_000)
  const { body: found } = await bob.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(JSON.stringify(found['messages'])).toContain('/840x560.webp')
})

test('a file that is removed meanwhile leaves nothing behind', async () => {
  const url = await upload(ann, png(30, 30, plain(blue)), 'gone.png')
  const gone = attachment(url)
  await waiting(url)
  await server.organization.write((tx) => {
    queuePreviews(tx, gone)
    tx.sqlite.query('DELETE FROM attachments WHERE id = ?').run(gone.id)
  })
  await server.server.settled()
  expect(stored(gone).filter((name) => name !== '')).not.toContain('.840x560-anim.webp')
})
