// SIGKILL under clients that only read events: their queues come back, nothing is missed and nothing comes twice.
import { beforeAll, expect, test } from 'bun:test'
import { Client, type Reply } from './support/client'
import { Confab, createAcme, type ServerProcess } from './support/confab'
import { builtExecutable } from './support/executable'
import { holdsLaw, register } from './support/law'
import { item, items } from './support/law/rules'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const rounds = 3

test('clients that only read events have got every message, once and in order, and hold the law', async () => {
  await using installation = await Installation.make()
  const { owner, bob } = installation
  await owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'crash' }],
    principals: [owner.id, bob.id],
  })
  const readers = [await Reader.register(owner), await Reader.register(bob)]
  await holdsLaw([owner, bob], async () => {
    for (let round = 0; round < rounds; round++) {
      const reading = readers.map((reader) => reader.readUntilGone())
      const writing = [owner, bob].map((person) => changeThingsUntilGone(person, round))
      // Killed in the midst of it, at another moment each time.
      await Promise.race([readers[0]?.hasGot(25 + 7 * round), ...writing])
      await installation.killAndStart()
      await Promise.all([...reading, ...writing])
    }
  })
  const stored = await everyMessage(owner)
  expect(stored.length).toBeGreaterThan(rounds * 25)
  for (const reader of readers) {
    await reader.readRest()
    expect(reader.messageIds).toEqual(stored)
    expect(reader.eventIds).toEqual([...reader.eventIds.keys()])
    expect(reader.restarts).toBe(rounds)
  }
}, 240_000)

/** A server that can be killed and comes back at the same address, and two people. */
class Installation implements AsyncDisposable {
  private constructor(
    readonly confab: Confab,
    private server: ServerProcess,
    readonly owner: Client,
    readonly bob: Client,
  ) {}

  static async make(): Promise<Installation> {
    const confab = new Confab([executable])
    const owner = await confab.json(createAcme, 'a long password\n')
    const names = ['--email', 'bob@x.io', '--name', 'Bob', '--password-stdin']
    const bob = await confab.json(['user', 'create', ...names], 'a long password\n')
    const server = await confab.serve(limits)
    const client = (email: string, made: Record<string, unknown>) =>
      new Client(server.url, Number(made['user_id']), email, String(made['api_key']))
    return new Installation(confab, server, client('owner@x.io', owner), client('bob@x.io', bob))
  }

  async killAndStart(): Promise<void> {
    this.server.kill('SIGKILL')
    await this.server.exited
    this.server = await this.confab.serve([...limits, '--port', String(this.server.port)])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.confab[Symbol.asyncDispose]()
  }
}

const limits = ['--json', '--rate-limits', 'off']

/** A client as bots are: it knows of messages only what events tell. */
class Reader {
  readonly eventIds: number[] = []
  readonly messageIds: number[] = []
  restarts = 0
  #enough = { count: Number.POSITIVE_INFINITY, resolve: (): void => undefined }

  private constructor(
    readonly person: Client,
    readonly queueId: unknown,
  ) {}

  static async register(person: Client): Promise<Reader> {
    const state = await register(person, { event_types: ['message', 'typing', 'restart'] })
    return new Reader(person, state['queue_id'])
  }

  /** Resolves when so many more messages are here. */
  hasGot(more: number): Promise<void> {
    return new Promise((resolve) => (this.#enough = { count: this.messageIds.length + more, resolve }))
  }

  async readUntilGone(): Promise<void> {
    while (await this.#poll(false)) continue
  }

  async readRest(): Promise<void> {
    const before = this.eventIds.length
    await this.#poll(true)
    if (this.eventIds.length > before) await this.readRest()
  }

  /** @returns false if the server is not there. */
  async #poll(dontBlock: boolean): Promise<boolean> {
    const last = this.eventIds.at(-1) ?? -1
    const parameters = { queue_id: this.queueId, last_event_id: last, dont_block: dontBlock }
    const reply = await this.person.get('/events', parameters).catch(() => undefined)
    if (!reply) return false
    expect(reply.body).toMatchObject({ result: 'success' })
    for (const event of items(reply.body['events'])) this.#take(event)
    return true
  }

  #take(event: Record<string, unknown>): void {
    this.eventIds.push(Number(event['id']))
    if (event['type'] === 'restart') this.restarts++
    if (event['type'] !== 'message') return
    const message = item(event['message'])
    if (message['subject'] === topic) this.messageIds.push(Number(message['id']))
    if (this.messageIds.length >= this.#enough.count) this.#enough.resolve()
  }
}

const topic = 'what happens'

/** Does one thing after the other, each with events of its own, until the server is gone. */
async function changeThingsUntilGone(person: Client, round: number): Promise<void> {
  const place = { type: 'stream', to: 'crash', topic }
  for (let number = 0; ; number++) {
    const sent = await person
      .post('/messages', { ...place, content: `round ${round}, number ${number} of ${person.email}` })
      .catch(() => undefined)
    if (!sent) return
    expect(sent.body).toMatchObject({ result: 'success' })
    const change = changes[number % changes.length]
    const reply = await change?.(person, Number(sent.body['id']), number).catch(() => undefined)
    if (!reply) return
    expect(reply.body).toMatchObject({ result: 'success' })
  }
}

type Change = (person: Client, messageId: number, number: number) => Promise<Reply>

const changes: readonly Change[] = [
  (person, messageId) => person.patch(`/messages/${messageId}`, { content: 'changed' }),
  (person, messageId) => person.post(`/messages/${messageId}/reactions`, { emoji_name: 'tada' }),
  (person, _, number) => person.post('/users/me/alert_words', { alert_words: [`word ${number}`] }),
  (person) => person.post('/typing', { op: 'start', type: 'direct', to: [person.id] }),
  (person) => person.post('/users/me/presence', { status: 'active', ping_only: true }),
  (person, _, number) => person.post('/saved_snippets', { title: `${number}`, content: 'x' }),
  (person, _, number) => person.post('/users/me/status', { status_text: `thing ${number}` }),
  (person, messageId) =>
    person.post('/messages/flags', { messages: [messageId], op: 'add', flag: 'starred' }),
  (person, messageId) =>
    person.post('/messages/flags', { messages: [messageId], op: 'remove', flag: 'read' }),
]

/** The IDs of all messages of the topic. */
async function everyMessage(person: Client): Promise<number[]> {
  const narrow = [{ operator: 'topic', operand: topic }]
  const { body } = await person.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5000, narrow })
  expect(body).toMatchObject({ result: 'success', found_newest: true })
  return items(body['messages']).map(({ id }) => Number(id))
}
