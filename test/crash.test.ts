// SIGKILL under a stream of sends: after the restart every acknowledged message is there, once.
import { beforeAll, expect, test } from 'bun:test'
import { Client } from './support/client'
import { Confab, createAcme, type ServerProcess } from './support/confab'
import { builtExecutable } from './support/executable'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const senders = 16
const rounds = 3

test('what was acknowledged before a SIGKILL is there after it, once', async () => {
  await using confab = new Confab([executable])
  const made = await confab.json(createAcme, 'a long password\n')
  const limits = ['--json', '--rate-limits', 'off']
  let server = await confab.serve(limits)
  const as = ({ url }: ServerProcess) =>
    new Client(url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  await as(server).post('/users/me/subscriptions', { subscriptions: [{ name: 'stream of sends' }] })
  const acknowledged: string[] = []
  const attempted = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const killed = sendUntilKilled(as(server), `round ${round}`, acknowledged, attempted)
    const enough = acknowledged.length + 200
    while (acknowledged.length < enough) await new Promise((resolve) => setImmediate(resolve))
    server.kill('SIGKILL')
    await server.exited
    await killed
    server = await confab.serve(limits)
  }
  const found = await everyMessage(as(server))
  expect(acknowledged.length).toBeGreaterThanOrEqual(200 * rounds)
  expect(new Set(found).size).toBe(found.length)
  expect(acknowledged.filter((content) => !found.includes(content))).toEqual([])
  expect(found.filter((content) => !attempted.has(content))).toEqual([])
  // Some had not come to the full-text index.
  expect(await everyMessage(as(server), { operator: 'search', operand: 'number' })).toEqual(found)
}, 240_000)

/** Sends from several connections at once until the server is gone. */
async function sendUntilKilled(
  client: Client,
  label: string,
  acknowledged: string[],
  attempted: Set<string>,
): Promise<void> {
  const send = async (sender: number): Promise<void> => {
    for (let number = 0; ; number++) {
      const content = `${label}, sender ${sender}, number ${number}`
      attempted.add(content)
      const reply = await client
        .post('/messages', { type: 'stream', to: 'stream of sends', topic: 'crash', content })
        .catch(() => undefined)
      if (!reply) return
      expect(reply.body).toMatchObject({ result: 'success' })
      acknowledged.push(content)
    }
  }
  await Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
}

async function everyMessage(client: Client, ...further: readonly object[]): Promise<string[]> {
  const reply = await client.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 5000,
    apply_markdown: false,
    narrow: [{ operator: 'topic', operand: 'crash' }, ...further],
  })
  expect(reply.body).toMatchObject({ result: 'success', found_newest: true })
  const { messages } = reply.body
  return Array.isArray(messages) ? messages.map(({ content }: { content: string }) => content) : []
}
