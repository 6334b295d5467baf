// The built executable: one file that needs no sources, no packages and no Bun beside it.
import { beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import manifest from '../package.json'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import { Browser } from './support/browser'
import { Client } from './support/client'
import { ClockFile } from './support/clock-file'
import { Confab, createAcme, freePort } from './support/confab'
import { builtExecutable } from './support/executable'
import { items } from './support/law/rules'
import { posted } from './support/webhooks/delivering'
import { gitHub, push } from './support/webhooks/github'
import { logIn, seenAt01, seenBy, stoppedAt, unpackRelease01 } from './support/release-0.1'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

test('it is one file, and tells the version it was built from', async () => {
  expect(readdirSync(dirname(executable))).toEqual(['confab'])
  await using confab = new Confab([executable])
  expect((await confab.run(['--version'])).out).toStartWith(manifest.version)
})

test('it carries what rendering takes: highlighting, mathematics and emoji', async () => {
  await using confab = new Confab([executable])
  const server = await confab.serve(['--demo'], /can log in at \S+\n/)
  const [, email = '', apiKey = ''] = /-u (\S+):(\S+) /.exec(server.out()) ?? []
  const owner = new Client(server.url, 0, email, apiKey)
  const { messages } = (await owner.get('/messages', { anchor: 'newest', num_before: 500, num_after: 0 }))
    .body
  const html = JSON.stringify(messages)
  for (const sign of ['<span class=\\"k\\">def</span>', 'katex-html', 'emoji-1f35e'])
    expect(html).toContain(sign)
})

test('it is healthy once its demo is there with all its pictures, and lets people into it with one click', async () => {
  await using confab = new Confab([executable])
  const port = await freePort()
  const starting = confab.serve(['--demo', '--port', String(port)], /can log in at \S+\n/)
  const codes = new Set<unknown>()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    if (answer?.ok) break
    if (answer) codes.add(JSON.stringify([answer.status, field(await answer.json(), 'code')]))
  }
  expect([...codes]).toEqual(['[503,"SERVER_STARTING"]'])
  const { out } = await starting
  const browser = new Browser(`http://127.0.0.1:${port}`)
  expect((await browser.fetch(/\/demo\/\S+/.exec(out())?.[0] ?? '')).status).toBe(303)
  const { messages } = (await browser.get('/messages', { anchor: 'newest', num_before: 500, num_after: 0 }))
    .body
  const pictures = [...JSON.stringify(messages).matchAll(/src=\\"(\/user_uploads\/thumbnail\/[^\\]+)\\"/g)]
  expect(pictures).toHaveLength(4)
  for (const [, path = ''] of pictures) {
    const picture = await browser.fetch(path)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
})

test('it makes its first organization by the link that it prints', async () => {
  await using confab = new Confab([executable])
  const server = await confab.serve([], /setup\/\S+\n/)
  const browser = new Browser(server.url)
  const form = await browser.open(/\/setup\/\S+/.exec(server.out())?.[0] ?? '')
  const filled = { name: 'Acme', full_name: 'Olive Owner', email: 'o@x.io', password: 'a good password' }
  expect(await browser.submit(form, filled)).toMatchObject({ path: '/', status: 200 })
  expect((await browser.get('/users/me')).body).toMatchObject({ full_name: 'Olive Owner', role: 100 })
})

function field(value: unknown, name: string): unknown {
  return Object(value)[name]
}

test('it carries the reference of its calls, for people and for programs', async () => {
  await using confab = new Confab([executable])
  const server = await confab.serve()
  const page = await (await fetch(`${server.url}/api/docs`)).text()
  const [script = ''] = /\/api\/docs\/reference-\w+\.js/.exec(page) ?? []
  const plain = await fetch(server.url + script, { headers: { 'accept-encoding': 'identity' } })
  const compressed = await fetch(server.url + script, { headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(await compressed.text()).toBe(await plain.text())
  const document = JSON.stringify(await (await fetch(`${server.url}/api/docs/json`)).json())
  expect(document).toContain('"summary":"Create a user"')
})

test('it takes request lines of 64 KiB', async () => {
  await using confab = new Confab([executable])
  const server = await confab.serve()
  const answer = await fetch(`${server.url}/api/v1/${'x'.repeat(64_000)}`)
  expect(await answer.json()).toMatchObject({ result: 'error', code: 'NOT_FOUND' })
})

test('it upgrades what release 0.1 left', async () => {
  await using confab = new Confab([executable])
  await unpackRelease01(confab.data)
  // It goes on when it was stopped: later, what is due would be among what is seen, or not yet.
  const clock = new ClockFile(confab.data, stoppedAt)
  const server = await confab.serve(['--json', '--clock-file', clock.path])
  const bob = await logIn(server.url, 'bob')
  const sent = await bob.post('/messages', { type: 'direct', to: [bob.id], content: 'After the upgrade' })
  expect(sent.body).toMatchObject({ result: 'success' })
  const seen = await seenBy(bob)
  const { bob: before } = await seenAt01()
  expect(seen['messages']).toEqual([
    ...items(before?.['messages']),
    expect.objectContaining({ id: sent.body['id'], content: 'After the upgrade' }),
  ])
})

test('it makes an organization, serves it, takes commands beside the server, and stops', async () => {
  await using confab = new Confab([executable])
  const server = await confab.serve()
  const made = await confab.json(createAcme, 'a long password\n')
  const added = await confab.json(['user', 'create', '--email', 'm@x.io', '--name', 'Mia'])
  const owner = new Client(server.url, 1, 'owner@x.io', String(made['api_key']))
  const { members } = (await owner.get('/users')).body
  expect(members).toContainEqual(expect.objectContaining({ user_id: added['user_id'], full_name: 'Mia' }))
  expect((await confab.run(['health', '--port', String(server.port)])).code).toBe(0)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test('a push that GitHub tells it of appears in a channel', async () => {
  await using confab = new Confab([executable])
  const server = await confab.serve()
  const made = await confab.json(createAcme, 'a long password\n')
  const owner = new Client(server.url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  await addChannel(owner, 'harbour', [owner])
  const bot = await addBot(owner, { bot_type: 2 })
  const { content } = await posted(owner, bot, 'github', gitHub('push', push), { stream: 'harbour' })
  expect(content).toStartWith('mira pushed [2 commits](https://github.example/harbour/lighthouse/')
})
