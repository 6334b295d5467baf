// A restart: queues go on where they were, and clients notice nothing but a reconnect and a `restart` event.
import { expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { deliver, emit } from '../src/events/event'
import { queues } from '../src/events/queues'
import type { Reply } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { startOfTests, TestServer } from './support/server'
import { untilWaiting } from './support/waiting'

test('queues survive a clean restart with their events, and IDs go on', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner, { event_types: ['test'] })
    sendTest(server, 1)
    const waiting = server.owner.get('/events', { queue_id: state['queue_id'], last_event_id: 0 })
    await untilWaiting(server, state['queue_id'])
    await server.restart()
    expect((await waiting).body).toMatchObject({ result: 'success', events: [] })
    sendTest(server, 2)
    const after = { ...state, last_event_id: 0 }
    expect(await eventsOf({ person: server.owner, state: after })).toEqual([
      { id: 1, type: 'test', number: 2 },
    ])
  } finally {
    await server.stop()
  }
})

test('unacknowledged events are there after the restart, and options still hold', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner, { event_types: ['wanted'] })
    for (const type of ['wanted', 'unwanted']) {
      deliver(server.organization, { type, audience: 'everyone', payload: () => ({}) })
    }
    await server.restart()
    for (const type of ['wanted', 'unwanted']) {
      deliver(server.organization, { type, audience: 'everyone', payload: () => ({}) })
    }
    expect(await eventsOf({ person: server.owner, state })).toEqual([
      { id: 0, type: 'wanted' },
      { id: 1, type: 'wanted' },
    ])
  } finally {
    await server.stop()
  }
})

test('whoever had a queue is told of the restart, as the law demands', async () => {
  const server = await TestServer.start()
  try {
    await holdsLaw([server.owner], () => server.restart(() => server.clock.advance(5000)))
    const state = await register(server.owner)
    await server.restart(() => server.clock.advance(5000))
    expect(await eventsOf({ person: server.owner, state })).toEqual([
      {
        id: 0,
        type: 'restart',
        chat_version: state['chat_version'],
        chat_feature_level: state['chat_feature_level'],
        chat_merge_base: '',
        zulip_version: state['chat_version'],
        zulip_feature_level: state['chat_feature_level'],
        zulip_merge_base: '',
        server_generation: startOfTests / 1000 + 10,
      },
    ])
    expect((await register(server.owner))['server_generation']).toBe(startOfTests / 1000 + 10)
  } finally {
    await server.stop()
  }
})

test('a client of another version of the server is told to load anew', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner, { event_types: ['web_reload_client'] })
    await server.restart(() => {
      const [file = ''] = journalFiles(server)
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(/"serverVersion":"[^"]+"/, '"serverVersion":"0"'),
      )
    })
    expect(await eventsOf({ person: server.owner, state })).toEqual([
      { id: 0, type: 'web_reload_client', immediate: false },
    ])
  } finally {
    await server.stop()
  }
})

test('what a client has acknowledged does not come again, and a deleted queue does not come back', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner, { event_types: ['test'] })
    const deleted = await register(server.owner, { event_types: ['test'] })
    for (const number of [1, 2, 3]) sendTest(server, number)
    await poll(server, state['queue_id'], 1)
    await server.owner.delete('/events', { queue_id: deleted['queue_id'] })
    sendTest(server, 4)
    await server.restart()
    expect((await poll(server, state['queue_id'], -1)).body['events']).toMatchObject([
      { id: 2, number: 3 },
      { id: 3, number: 4 },
    ])
    expect((await poll(server, deleted['queue_id'], -1)).body['code']).toBe('BAD_EVENT_QUEUE_ID')
  } finally {
    await server.stop()
  }
})

test('the journal forgets what was acknowledged, and keeps what was not', async () => {
  const server = await TestServer.start()
  try {
    const reader = await register(server.owner, { event_types: ['test'] })
    const sleeper = await register(await server.addPerson('Sleeper'), { event_types: ['test', 'rare'] })
    deliver(server.organization, { type: 'rare', audience: 'everyone', payload: () => ({}) })
    const padding = 'x'.repeat(1024 * 1024)
    for (let number = 0; number < 20; number++) {
      deliver(server.organization, {
        type: 'test',
        audience: [server.owner.id],
        payload: () => ({ number, padding }),
      })
      await poll(server, reader['queue_id'], number)
    }
    // Whatever is copied is copied between requests.
    while (journalFiles(server).length > 1) await new Promise((resolve) => setImmediate(resolve))
    const bytes = journalFiles(server).reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBeLessThan(8 * 1024 * 1024)
    await server.restart()
    const queue = queues(server.organization).find(String(sleeper['queue_id']))
    expect(queue?.answer(0)).toBe('[{"id":0,"type":"rare"}]')
    expect((await poll(server, reader['queue_id'], 19)).body['events']).toEqual([])
  } finally {
    await server.stop()
  }
})

test('events of a write that failed at the last moment are not told, then or later', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner, { event_types: ['test'] })
    const event = (number: number) => ({
      type: 'test',
      audience: 'everyone' as const,
      payload: () => ({ number }),
    })
    const failing = server.organization.write((tx) => {
      emit(tx, event(1))
      // Noticed by the commit.
      tx.sqlite.run('PRAGMA defer_foreign_keys = ON')
      tx.sqlite.run('INSERT INTO alert_words (user_id, word, word_key) VALUES (999, ?, ?)', ['x', 'x'])
    })
    expect(failing).rejects.toThrow('FOREIGN KEY')
    await failing.catch(() => undefined)
    await server.organization.write((tx) => emit(tx, event(2)))
    await server.restart()
    await server.organization.write((tx) => emit(tx, event(3)))
    expect(await eventsOf({ person: server.owner, state })).toMatchObject([{ number: 2 }, { number: 3 }])
  } finally {
    await server.stop()
  }
})

test.each([
  ['is damaged', (file: string) => writeFileSync(file, `${readFileSync(file, 'utf8').slice(0, 40)}\n{}\n`)],
  [
    'misses a line',
    (file: string) => writeFileSync(file, withoutLine(readFileSync(file, 'utf8'), '"mark":2')),
  ],
  [
    'misses its end',
    (file: string) => writeFileSync(file, withoutLine(readFileSync(file, 'utf8'), '"mark":3')),
  ],
  ['has another form', (file: string) => writeFileSync(file, '{"kind":"start","format":99,"mark":0}\n')],
])(
  'a journal that %s keeps nobody from starting: clients learn that they must register anew',
  async (_, spoil) => {
    const server = await TestServer.start()
    try {
      const state = await register(server.owner)
      for (const words of [['a'], ['b'], ['c']])
        await server.owner.post('/users/me/alert_words', { alert_words: words })
      await server.restart(() => journalFiles(server).forEach(spoil))
      expect((await poll(server, state['queue_id'], -1)).body['code']).toBe('BAD_EVENT_QUEUE_ID')
      expect(journalFiles(server)).toEqual([])
      await holdsLaw([server.owner], () => server.restart())
    } finally {
      await server.stop()
    }
  },
)

test('a line cut short by a crash was told to nobody', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner, { event_types: ['test'] })
    sendTest(server, 1)
    await server.restart(() => {
      const [file = ''] = journalFiles(server)
      writeFileSync(file, `${readFileSync(file, 'utf8')}{"kind":"events","sha`)
    })
    sendTest(server, 2)
    await server.restart()
    expect(await eventsOf({ person: server.owner, state })).toMatchObject([{ number: 1 }, { number: 2 }])
  } finally {
    await server.stop()
  }
})

test('a write that was in the journal but was never committed was told to nobody', async () => {
  const server = await TestServer.start()
  try {
    const { folder } = server.organization
    const database = join(folder, 'confab.sqlite')
    const state = await register(server.owner, { event_types: ['alert_words'] })
    await server.restart(() => copyFileSync(database, join(folder, 'before')))
    await server.owner.post('/users/me/alert_words', { alert_words: ['lost'] })
    // As if the process had been killed between the two.
    await server.restart(() => copyFileSync(join(folder, 'before'), database))
    await server.owner.post('/users/me/alert_words', { alert_words: ['kept'] })
    await server.restart()
    expect(await eventsOf({ person: server.owner, state })).toEqual([
      { id: 0, type: 'alert_words', alert_words: ['kept'] },
    ])
  } finally {
    await server.stop()
  }
})

test('a database put back from a backup ends the queues that know of later things', async () => {
  const server = await TestServer.start()
  try {
    const { folder } = server.organization
    const database = join(folder, 'confab.sqlite')
    const state = await register(server.owner)
    await server.owner.post('/users/me/alert_words', { alert_words: ['early'] })
    await server.restart(() => copyFileSync(database, join(folder, 'backup')))
    for (const words of [['late'], ['later']])
      await server.owner.post('/users/me/alert_words', { alert_words: words })
    await server.restart(() => copyFileSync(join(folder, 'backup'), database))
    expect((await poll(server, state['queue_id'], -1)).body['code']).toBe('BAD_EVENT_QUEUE_ID')
  } finally {
    await server.stop()
  }
})

test('a journal that can’t be written keeps nothing from working, and is written again once it can', async () => {
  const server = await TestServer.start()
  try {
    const obstacle = join(server.organization.folder, 'events-1.journal')
    mkdirSync(obstacle)
    const state = await register(server.owner, { event_types: ['test'] })
    sendTest(server, 1)
    expect(await eventsOf({ person: server.owner, state })).toMatchObject([{ number: 1 }])
    rmdirSync(obstacle)
    await server.advance(60_000)
    sendTest(server, 2)
    // The queue is copied between requests.
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    await server.restart()
    expect(await eventsOf({ person: server.owner, state })).toMatchObject([{ number: 1 }, { number: 2 }])
  } finally {
    await server.stop()
  }
})

test('what version 0.1 left of its queues is cleared away', async () => {
  const server = await TestServer.start()
  try {
    const file = join(server.organization.folder, 'queues.json')
    await server.restart(() => writeFileSync(file, '[]'))
    expect(existsSync(file)).toBe(false)
  } finally {
    await server.stop()
  }
})

/** Sends an event of a type made for these tests. */
function sendTest(server: TestServer, number: number): void {
  deliver(server.organization, { type: 'test', audience: 'everyone', payload: () => ({ number }) })
}

function poll(server: TestServer, queueId: unknown, lastEventId: number): Promise<Reply> {
  return server.owner.get('/events', { queue_id: queueId, last_event_id: lastEventId, dont_block: true })
}

function journalFiles(server: TestServer): string[] {
  const folder = join(server.folder, 'organizations/root')
  return readdirSync(folder).flatMap((name) => (name.endsWith('.journal') ? [join(folder, name)] : []))
}

function withoutLine(text: string, part: string): string {
  const lines = text.split('\n')
  return lines.filter((line) => !line.includes(part)).join('\n')
}
