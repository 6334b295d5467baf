// Uploads that the system cuts short: a disk that takes no more, a SIGKILL in the middle. What was answered is there, and nothing else.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Client } from './support/client'
import { Confab, createAcme, limited, type ServerProcess } from './support/confab'

const mib = 1024 * 1024
const options = ['--json', '--rate-limits', 'off', '--log-level', 'silent']

/** The names of all files below the folder of uploads. */
function filesOf(confab: Confab): string[] {
  const folder = join(confab.data, 'organizations', 'root', 'uploads')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function founded(confab: Confab): Promise<(server: ServerProcess) => Client> {
  const made = await confab.json(createAcme, 'a long password\n')
  return ({ url }) => new Client(url, 1, 'owner@x.io', String(made['api_key']))
}

test('a disk that fills up in the middle is a clear error, and leaves nothing behind', async () => {
  await using confab = new Confab()
  const as = await founded(confab)
  // Files may not be longer than two mebibytes: for whoever writes them that is a disk that takes no more.
  const server = await confab.serve(options, undefined, limited(confab, 4096))
  const owner = as(server)
  for (const size of [3 * mib, 2 * mib + 1, 20 * mib]) {
    expect(await owner.upload('/user_uploads', new Uint8Array(size))).toMatchObject({
      status: 507,
      body: { result: 'error', code: 'STORAGE_FULL' },
    })
    expect(filesOf(confab)).toEqual([])
  }
  const { status, body } = await owner.upload('/user_uploads', new Uint8Array(mib).fill(1))
  expect(status).toBe(200)
  expect(filesOf(confab)).toHaveLength(1)
  const answer = await fetch(server.url + String(body['url']), {
    headers: { authorization: owner.authorization },
  })
  expect((await answer.bytes()).every((byte) => byte === 1)).toBe(true)
})

test('after a SIGKILL in the middle of uploads those that were answered are there, and nothing of the others', async () => {
  await using confab = new Confab()
  const as = await founded(confab)
  const server = await confab.serve(options)
  const owner = as(server)
  const { body } = await owner.upload('/user_uploads', Buffer.from('answered'))
  const halves = Array.from({ length: 5 }, () => half(server.port, owner))
  // Some may be at any point of being stored when the end comes.
  const wholes = Array.from({ length: 20 }, (_, index) =>
    owner.upload('/user_uploads', Buffer.from(`whole ${index}`)).then(
      (reply) => [`whole ${index}`, reply.body['url']] as const,
      () => undefined,
    ),
  )
  await Promise.race(wholes)
  while (filesOf(confab).filter((name) => name.endsWith('.part')).length < 5) await turn()
  server.kill('SIGKILL')
  await server.exited
  for (const socket of halves) socket.destroy()
  const answered = (await Promise.all(wholes)).filter((each) => each !== undefined)
  expect(filesOf(confab).filter((name) => name.endsWith('.part')).length).toBeGreaterThanOrEqual(5)

  const again = await confab.serve(options)
  const after = as(again)
  const known = [['answered', body['url']] as const, ...answered]
  for (const [content, url] of known) {
    const answer = await fetch(again.url + String(url), { headers: { authorization: after.authorization } })
    expect([url, await answer.text()]).toEqual([url, content])
  }
  // The timer removes what is left over: soon all that there is belongs to a file that is known.
  const isLeftOver = (name: string): boolean => !/^[\w-]{24}$/.test(name)
  while (filesOf(confab).some(isLeftOver) || new Set(filesOf(confab)).size < filesOf(confab).length)
    await turn()
  expect(filesOf(confab).length).toBeGreaterThanOrEqual(known.length)
})

/** An upload whose end never comes. */
function half(port: number, { authorization }: Client) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/v1/user_uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
      'Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: 2000000\r\n\r\n' +
      `--edge\r\nContent-Disposition: form-data; name="f"; filename="half"\r\n\r\n${'x'.repeat(mib)}`,
  )
  return socket
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 10))
