// Files on the built executable: a photo and a long video in a private channel, cut off, killed, too many of them, and restored elsewhere.
import { beforeAll, expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { Upload } from 'tus-js-client'
import { Client, type Reply } from './support/client'
import { Confab, createAcme } from './support/confab'
import { CuttingProxy } from './support/cutting-proxy'
import { builtExecutable } from './support/executable'
import { item, items, type Item } from './support/law/rules'
import { blue, photograph, plain, secretPlace } from './support/pictures'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const mib = 1024 * 1024
const settings = ['--json', '--upload-quota-mib', '210', '--max-file-upload-size-mib', '205']

test('a photo, a large file and a page are shared with a channel, and nobody else has them, here or where they are restored', async () => {
  await using confab = new Confab([executable])
  let running = await confab.serve(settings)
  const made = await confab.json(createAcme, 'a long password\n')
  const owner = new Client(running.url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  const nora = await join(confab, running.url, owner, 'nora@x.io')
  const otto = await join(confab, running.url, owner, 'otto@x.io')
  const channel = await done(
    owner.post('/channels/create', {
      name: 'garden',
      subscribers: [owner.id, nora.id],
      invite_only: true,
      history_public_to_subscribers: true,
    }),
  )

  // A photo as a telephone takes it: shown upright, and without the place it was taken at.
  const photo = await photograph(800, 600, plain(blue))
  const sent = await done(owner.upload('/user_uploads', photo, { name: 'beds [new].jpg' }))
  const toGarden = { type: 'channel', to: channel['id'], topic: 'beds' }
  const queue = await done(
    nora.post('/register', { event_types: ['message', 'update_message'], apply_markdown: true }),
  )
  const shown = await done(owner.post('/messages', { ...toGarden, content: `[beds](${sent['url']})` }))
  const html = await finalHtml(nora, queue)
  const { message } = await done(nora.get(`/messages/${shown['id']}`))
  expect(item(message)['content']).toBe(html)
  expect(html).toContain('data-original-dimensions="600x800"')
  const preview = /src="(\/user_uploads\/thumbnail\/[^"]+)"/.exec(html)?.[1] ?? ''
  const small = await opened(nora, preview)
  expect(small?.subarray(8, 12).toString()).toBe('WEBP')
  expect(small?.includes(secretPlace)).toBe(false)

  // A file of 200 MiB over a connection that breaks, to a server that is killed on the way.
  const video = Buffer.alloc(200 * mib, 'All the beds, one after another. ')
  await using proxy = await CuttingProxy.start(running.port, connections())
  let isKilled = false
  const uploaded = await sendInParts(proxy.url, nora, video, (bytes) => {
    if (isKilled || bytes < 120 * mib) return
    isKilled = true
    void (async () => {
      running.kill('SIGKILL')
      await running.exited
      running = await confab.serve(settings)
      proxy.port = running.port
    })()
  })
  expect([proxy.broken, isKilled]).toEqual([breaks.length, true])
  const [owner2, nora2, otto2] = [owner, nora, otto].map((who) => at(who, running.url))
  if (!owner2 || !nora2 || !otto2) throw new Error('there are three')
  expect(await opened(owner2, uploaded['url'])).toBeUndefined()
  await done(nora2.post('/messages', { ...toGarden, content: `[video](${uploaded['url']})` }))
  expect(await isSame(owner2, uploaded['url'], video)).toBe(true)

  // A page of HTML is a text like others: a browser shows what is written in it, and runs nothing of it.
  const page = await done(
    nora2.upload('/user_uploads', Buffer.from('<script>alert(1)</script>'), { name: 'a.html' }),
  )
  await done(nora2.post('/messages', { ...toGarden, content: `[page](${page['url']})` }))
  const { headers } = await fetch(running.url + String(page['url']), {
    headers: { authorization: owner2.authorization },
  })
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('x-content-type-options')).toBe('nosniff')

  // Who is not in the channel has none of it, whatever they try, and can't give it to themselves.
  const files = [sent['url'], uploaded['url'], page['url'], preview]
  expect(await Promise.all(files.map((path) => opened(otto2, path)))).toEqual(files.map(() => undefined))
  await done(otto2.post('/messages', { type: 'direct', to: [otto.id], content: `[x](${sent['url']})` }))
  expect(await opened(otto2, sent['url'])).toBeUndefined()
  expect(await otto2.get(String(sent['url']))).toMatchObject({ status: 404 })
  const theirs = items((await done(nora2.get('/attachments')))['attachments'])
  expect(await otto2.delete(`/attachments/${theirs[0]?.['id']}`)).toMatchObject({ status: 400 })

  // There is no room for more, and what was refused left nothing behind.
  const used = (await done(nora2.get('/attachments')))['upload_space_used']
  const refused = await nora2.upload('/user_uploads', Buffer.alloc(11 * mib), { name: 'more.bin' })
  expect(refused.body).toMatchObject({ code: 'REALM_UPLOAD_QUOTA' })
  expect((await done(nora2.get('/attachments')))['upload_space_used']).toBe(used)

  // The folder, copied, is all of it: elsewhere everybody has what they had here.
  running.kill('SIGTERM')
  expect(await running.exited).toBe(0)
  await using elsewhere = new Confab([executable])
  await cp(confab.data, elsewhere.data, { recursive: true })
  const restored = await elsewhere.serve(settings)
  const [owner3, otto3] = [at(owner, restored.url), at(otto, restored.url)]
  expect(await opened(owner3, sent['url'])).toEqual(photo)
  expect(await isSame(owner3, uploaded['url'], video)).toBe(true)
  expect(await opened(owner3, preview)).toEqual(small)
  expect(await Promise.all(files.map((path) => opened(otto3, path)))).toEqual(files.map(() => undefined))
}, 240_000)

/** Makes an account. */
async function join(confab: Confab, url: string, owner: Client, email: string): Promise<Client> {
  const password = 'a long password'
  await done(owner.post('/users', { email, full_name: email.split('@')[0], password }))
  const key = await confab.json(['user', 'key', '--email', email])
  const { members } = await done(owner.get('/users'))
  const isTheirs = (member: Item): boolean => member['delivery_email'] === email || member['email'] === email
  return new Client(url, Number(items(members).find(isTheirs)?.['user_id']), email, String(key['api_key']))
}

/** The same person at another address. */
function at({ id, email, apiKey }: Client, url: string): Client {
  return new Client(url, id, email, apiKey)
}

/** What was answered. @throws if it is an error. */
async function done(reply: Promise<Reply>): Promise<Reply['body']> {
  const { body } = await reply
  expect(body).toMatchObject({ result: 'success' })
  return body
}

/** The HTML of a message with a picture, once the smaller one is there: with the message, or later in an event of its own. */
async function finalHtml(who: Client, queue: Reply['body']): Promise<string> {
  for (let last = -1; ;) {
    const { events } = await done(who.get('/events', { queue_id: queue['queue_id'], last_event_id: last }))
    for (const event of items(events)) {
      last = Number(event['id'])
      const html = String(
        event['type'] === 'message' ? item(event['message'])['content'] : event['rendered_content'],
      )
      if (event['type'] !== 'heartbeat' && !html.includes('image-loading-placeholder')) return html
    }
  }
}

/** After so many bytes of what is sent, a connection breaks; later ones hold. */
const breaks = [3 * mib, 40 * mib, 1000, 20 * mib]

function connections(): () => { cut: number } | 'well' {
  const left = [...breaks]
  return () => {
    const cut = left.shift()
    return cut === undefined ? 'well' : { cut }
  }
}

/** Sends a file by tus. @returns the answer to the last part */
function sendInParts(
  url: string,
  { authorization }: Client,
  file: Buffer,
  onProgress: (bytes: number) => void,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${url}/api/v1/tus`,
      headers: { authorization },
      metadata: { filename: 'beds.bin' },
      // While a server starts, it can't be reached.
      retryDelays: Array<number>(2000).fill(50),
      onProgress,
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody())),
    })
    upload.start()
  })
}

/** What is in a file, undefined if it is not there for them. */
async function opened({ url, authorization }: Client, path: unknown): Promise<Buffer | undefined> {
  const response = await fetch(url + String(path), { headers: { authorization } })
  if (response.status === 404) {
    await response.arrayBuffer()
    return undefined
  }
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** Whether a file is all of what was sent; not compared by `expect`, which would print it. */
async function isSame(who: Client, path: unknown, file: Buffer): Promise<boolean> {
  return (await opened(who, path))?.equals(file) === true
}
