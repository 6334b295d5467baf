// tus-js-client on bad connections: whatever breaks, however often, it ends with the one file and its address.
import { beforeAll, expect, test } from 'bun:test'
import { Upload, type UploadOptions } from 'tus-js-client'
import { attachmentsOf } from '../src/attachments/repository'
import { Browser } from './support/browser'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { CuttingProxy, type Fate } from './support/cutting-proxy'
import { builtExecutable } from './support/executable'
import { scenario } from './support/scenario'
import { password } from './support/server'
import type { HeaderFields } from './support/tus'

const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const kib = 1024
/** 2 MiB, nothing of it twice. */
const file = Array.from({ length: 128 * kib }, (_, line) => `line ${String(line).padStart(10)}\n`).join('')

/** Breaks of all kinds, sooner and later; the last are those of the answer to the last part. */
const fates: readonly Fate[] = [
  { cut: 10 },
  { losesAnswer: 1 },
  { cut: 700 },
  { tunnel: 100 * kib },
  { losesAnswer: 1 },
  { cut: 300 * kib },
  { tunnel: 1000 },
  { cut: 1 },
  { cut: 700 * kib },
  { losesAnswer: 2 },
  { losesAnswer: 2 },
  { losesAnswer: 2 },
]

/** @returns the answer that the client ended with */
function send(
  endpoint: string,
  headers: HeaderFields,
  more: Partial<UploadOptions> = {},
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(Buffer.from(file), {
      endpoint,
      headers: { ...headers },
      metadata: { filename: 'träin.txt', filetype: 'text/html' },
      retryDelays: Array<number>(100).fill(0),
      ...more,
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody())),
    })
    upload.start()
  })
}

test.each([
  ['at once', undefined],
  ['in chunks', 100 * kib],
])('a file sent %s comes whole over a connection that breaks again and again', async (_, chunkSize) => {
  const left = [...fates]
  await using proxy = await CuttingProxy.start(server.server.port, () => left.shift() ?? 'well')
  const before = attachmentsOf(server.organization.db, ann.id).length
  const answer = await send(
    `${proxy.url}/api/v1/tus`,
    { authorization: ann.authorization },
    chunkSize === undefined ? {} : { chunkSize },
  )
  expect(answer).toMatchObject({ result: 'success', filename: 'träin.txt' })
  expect(await opened(ann, answer)).toBe(file)
  expect(attachmentsOf(server.organization.db, ann.id)).toHaveLength(before + 1)
  expect(proxy.broken).toBe(fates.length)
})

test("a page sends with its browser's cookie", async () => {
  const browser = new Browser(server.url)
  await browser.logIn(bob.email, password)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const left = [...fates]
  await using proxy = await CuttingProxy.start(server.server.port, () => left.shift() ?? 'well')
  // What it is behind looks to it like the server.
  const headers = { cookie, origin: proxy.url }
  const answer = await send(`${proxy.url}/json/tus`, headers, { chunkSize: 300 * kib })
  expect(await opened(bob, answer)).toBe(file)
  expect(await opened(ann, answer)).not.toBe(file)
  expect(attachmentsOf(server.organization.db, bob.id)).toHaveLength(1)
})

test('a file comes whole though the server is killed again and again', async () => {
  await using confab = new Confab([executable])
  const made = await confab.json(createAcme, 'a long password\n')
  let running = await confab.serve(['--json'])
  await using proxy = await CuttingProxy.start(running.port, () => 'well')
  const owner = (): Client =>
    new Client(running.url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  let kills = 0
  let isRestarting = false
  const killAt = [0.1, 0.35, 0.6, 0.85].map((part) => part * file.length)
  const restart = async (): Promise<void> => {
    isRestarting = true
    running.kill('SIGKILL')
    await running.exited
    running = await confab.serve(['--json'])
    proxy.port = running.port
    isRestarting = false
  }
  const answer = await send(
    `${proxy.url}/api/v1/tus`,
    { authorization: owner().authorization },
    {
      chunkSize: 100 * kib,
      // While a server starts, it can't be reached.
      retryDelays: Array<number>(2000).fill(50),
      onProgress(sent) {
        if (isRestarting || sent < (killAt[kills] ?? Infinity)) return
        kills++
        void restart()
      },
    },
  )
  expect(kills).toBe(killAt.length)
  expect(await opened(owner(), answer)).toBe(file)
  const kept = new Bun.Glob('organizations/*/uploads/*/*').scanSync(confab.data)
  expect([...kept].filter((path) => !path.includes('.'))).toHaveLength(1)
}, 240_000)

async function opened(
  { url, authorization }: Client,
  { url: path }: Record<string, unknown>,
): Promise<string> {
  const response = await fetch(url + String(path), { headers: { authorization } })
  return response.text()
}
