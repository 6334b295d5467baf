// Organizations that nobody uses cost nothing: the timer does not look at them, their files are not written; yet what is due is done.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { found } from '../src/administration/founding'
import type { Organization } from '../src/organization/organization'
import { Client, type Reply } from './support/client'
import { password, startOfTests, TestServer } from './support/server'

const minute = 60_000
const hour = 60 * minute
const names = ['one', 'two', 'three']

let server: TestServer
const owners = new Map<string, Client>()

/** Calls an organization by its name. */
class NamedClient extends Client {
  constructor(
    readonly name: string,
    ...rest: ConstructorParameters<typeof Client>
  ) {
    super(...rest)
  }

  override request(path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers)
    headers.set('host', `${this.name}.example.com`)
    return super.request(path, { ...init, headers })
  }
}

beforeAll(async () => {
  server = await TestServer.start()
  for (const name of names) {
    await server.server.organizations.create(name, async (draft) => {
      const owner = { email: `${name}@example.com`, fullName: 'Owner', password }
      const founded = await found(draft, { name, owner })
      owners.set(name, new NamedClient(name, server.url, founded.owner.id, owner.email, founded.apiKey))
    })
  }
})
afterAll(() => server.stop())

function ownerOf(name: string): Client {
  const owner = owners.get(name)
  if (!owner) throw new Error(`There is no ${name}`)
  return owner
}

function organization(name: string): Organization {
  const found = server.server.organizations.get(name)
  if (!found) throw new Error(`${name} is gone`)
  return found
}

/** How often the timer looks at an organization while this is done. */
async function looksAt(work: () => Promise<unknown>): Promise<number> {
  const before = (await server.server.snapshot()).timerLooks
  await work()
  return (await server.server.snapshot()).timerLooks - before
}

/** Ticks until the timer has nothing to look at: what it has started is done, and what follows of that. */
async function fallAsleep(): Promise<void> {
  for (let ticks = 0; ticks < 20; ticks++) {
    const looks = await looksAt(async () => {
      await server.server.tick()
      await server.server.settled()
    })
    if (looks === 0) return
  }
  throw new Error('The timer goes on looking, though nothing happens')
}

test('where nothing is due, nobody looks; a request has its own organization looked at, and no other', async () => {
  await fallAsleep()
  const idle = await looksAt(async () => {
    for (let seconds = 0; seconds < 60; seconds++) await server.advance(1000)
  })
  expect(idle).toBe(0)
  const asked = await looksAt(async () => {
    expect((await ownerOf('two').get('/users/me')).status).toBe(200)
    await server.server.tick()
  })
  expect(asked).toBe(1)
  await fallAsleep()
  // All of them after some minutes, in case that somebody forgot to say what is due.
  expect(await looksAt(() => server.advance(5 * minute))).toBe(names.length + 1)
})

test('what is due in an organization that sleeps is done at its second, also after a restart', async () => {
  const sender = ownerOf('one')
  const schedule = async (content: string, seconds: number) => {
    const reply = await sender.post('/scheduled_messages', {
      type: 'direct',
      to: [sender.id],
      content,
      scheduled_delivery_timestamp: seconds,
    })
    expect(reply.body).toMatchObject({ result: 'success' })
  }
  const now = Math.floor(server.clock.now() / 1000)
  await schedule('first', now + 100)
  await schedule('second', now + 3000)
  await fallAsleep()
  const contents = async () => {
    const { body } = await sender.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'dm', operand: [sender.id] }],
    })
    const messages = body['messages']
    return Array.isArray(messages) ? messages.map(({ content }) => content) : []
  }
  server.clock.set((now + 100) * 1000 - 1)
  expect(await looksAt(() => server.advance(0))).toBe(0)
  await server.advance(1)
  expect(await contents()).toEqual(['first'])
  await fallAsleep()
  await server.restart()
  await fallAsleep()
  server.clock.set((now + 3000) * 1000 - 1)
  await server.advance(0)
  expect(await contents()).toEqual(['first'])
  await fallAsleep()
  await server.advance(1)
  expect(await contents()).toEqual(['first', 'second'])
})

test('a clock that is put back has all organizations looked at', async () => {
  await fallAsleep()
  expect(await looksAt(() => server.advance(-hour))).toBe(names.length + 1)
  await fallAsleep()
  server.clock.set(startOfTests + 24 * hour)
  await fallAsleep()
})

test('an organization that is only read is not written: its files are the same after a start, a call and a stop', async () => {
  await fallAsleep()
  await server.restart()
  const { folder } = organization('three')
  const files = () =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, Bun.hash(readFileSync(join(parentPath, name)))]),
    )
  const before = files()
  expect(Object.keys(before)).toContain('confab.sqlite')
  await fallAsleep()
  await server.restart()
  expect(files()).toEqual(before)
})
