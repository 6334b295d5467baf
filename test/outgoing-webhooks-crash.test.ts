// Outgoing webhooks of the built executable: an echo within a second, and a SIGKILL before or after the program has answered.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addWebhookBot, botProgram, type BotProgram } from './support/bot-programs'
import { messagesIn } from './support/changed-messages'
import { Client } from './support/client'
import { Confab, createAcme, type ServerProcess } from './support/confab'
import { builtExecutable } from './support/executable'
import { sendDirectly } from './support/messages'
import { until } from './support/waiting'

setDefaultTimeout(240_000)

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
})

const options = ['--json', '--rate-limits', 'off', '--allow-private-addresses']

/** The owner of an organization in the folder, who calls the server that runs now. */
async function found(confab: Confab): Promise<(server: ServerProcess) => Client> {
  const made = await confab.json(createAcme, 'a long password\n')
  return ({ url }) => new Client(url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
}

/** What the bot has said to the owner. */
async function saidBy(owner: Client, bot: Client): Promise<unknown[]> {
  const conversation = await messagesIn(owner, [{ operator: 'dm', operand: [bot.id] }], {
    apply_markdown: false,
  })
  return conversation.filter((message) => message['sender_id'] === bot.id).map(({ content }) => content)
}

const echo = (): BotProgram => botProgram(({ data }) => Response.json({ content: `Echo: ${String(data)}` }))

test('an echo bot answers within a second', async () => {
  await using confab = new Confab([executable])
  const as = await found(confab)
  const program = echo()
  const owner = as(await confab.serve(options))
  const bot = await addWebhookBot(owner, program.url)
  const times: number[] = []
  // The machine may be busy: as soon as one took no longer, that is how long it takes.
  do {
    const content = `number ${times.length}`
    const start = performance.now()
    await sendDirectly(owner, [bot], content)
    await until(async () => (await saidBy(owner, bot)).includes(`Echo: ${content}`))
    times.push(performance.now() - start)
  } while (Math.min(...times) >= 1000 && times.length < 20)
  program.stop()
  expect(Math.min(...times)).toBeLessThan(1000)
})

test('without the option no address of this machine is called', async () => {
  await using confab = new Confab([executable])
  const as = await found(confab)
  const program = echo()
  const owner = as(await confab.serve(['--json']))
  const bot = await addWebhookBot(owner, program.url)
  await sendDirectly(owner, [bot])
  const notices = () => messagesIn(owner, [{ operator: 'is', operand: 'dm' }])
  await until(async () => JSON.stringify(await notices()).includes('is not of the open Internet'))
  program.stop()
  expect(program.calls).toEqual([])
})

/** Kills the server at some moment of a call, and starts another. @returns the calls that were made, and what was said. */
async function killedAt(moment: 'before' | 'after', delay: number) {
  await using confab = new Confab([executable])
  const as = await found(confab)
  let server = await confab.serve(options)
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  const kill = async () => {
    server.kill('SIGKILL')
    await server.exited
    resolve()
  }
  let isFirst = true
  const program = botProgram(async ({ data }) => {
    if (isFirst) {
      isFirst = false
      if (moment === 'before') await kill()
      else setTimeout(() => void kill(), delay)
    }
    return Response.json({ content: `Echo: ${String(data)}` })
  })
  const bot = await addWebhookBot(as(server), program.url)
  await sendDirectly(as(server), [bot], 'Hello')
  await killed
  server = await confab.serve(options)
  const owner = as(server)
  await until(async () => (await saidBy(owner, bot)).length > 0)
  // What is sent now comes after all that waited.
  await sendDirectly(owner, [bot], 'Still there?')
  await until(async () => (await saidBy(owner, bot)).includes('Echo: Still there?'))
  program.stop()
  const { jobs } = await confab.json(['jobs', 'list'])
  return { calls: program.calls, said: await saidBy(owner, bot), jobs }
}

test('killed while the program is at it: it is called again, by the same key, and heard once', async () => {
  const { calls, said, jobs } = await killedAt('before', 0)
  expect(said).toEqual(['Echo: Hello', 'Echo: Still there?'])
  expect(jobs).toEqual([])
  const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(keys[0]).toBe(keys[1] ?? '')
  expect(keys[2]).not.toBe(keys[1] ?? '')
})

test('killed when the program has just answered: whatever was noted by then, it is heard once', async () => {
  for (const delay of [0, 1, 3, 10]) {
    const { calls, said, jobs } = await killedAt('after', delay)
    expect(said).toEqual(['Echo: Hello', 'Echo: Still there?'])
    expect(jobs).toEqual([])
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  }
})
