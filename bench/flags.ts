// Flags: marking 5,000 messages as read and as unread again, against the bare SQL update of the same rows.
import { Database } from 'bun:sqlite'
import { copyFileSync } from 'node:fs'
import { flagBits } from '../src/messages/flags'
import { Connection, requestText } from './support/http'
import { makeChannel, makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const messageCount = 5000
const peopleCount = 30
/** Messages of another channel, which everybody has read: the table is larger than what changes. */
const readCount = 100_000
/** People before the figures count: the first rounds are compiled on the way. */
const warmUp = 10

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people, filled: file } = await makeOrganization(
    folder,
    peopleCount,
    async ({ db }) => db.sqlite.filename,
  )
  const channelId = await makeMessages(folder, people, file)
  const floorFile = `${file}.floor`
  copyFileSync(file, floorFile)
  const floor = new Database(floorFile)
  for (const pragma of [
    'locking_mode = EXCLUSIVE',
    'journal_mode = WAL',
    'synchronous = FULL',
    'cache_size = -65536',
  ])
    floor.run(`PRAGMA ${pragma}`)
  const confab = await startConfab(folder)
  const line = await Connection.open(confab.port)
  const calls = { byNarrow: new Samples(), unread: new Samples(), byId: new Samples(), all: new Samples() }
  for (const [index, person] of people.entries()) {
    const rows = new Rows(floor, person)
    await measure(calls, index >= warmUp, rows, channelId, async (path, parameters = {}) => {
      const { status, body } = await line.request(requestText('POST', path, person.authorization, parameters))
      if (status !== 200) throw new Error(body)
      return body
    })
  }
  line.close()
  await confab.stop()
  floor.close()
  removeFolder(folder)
  calls.byNarrow.report('Marking them as read by a narrow')
  calls.unread.report('Marking them as unread again by a narrow')
  calls.byId.report('Marking them as read by their IDs')
  calls.all.report('Marking everything as read')
}

type Calls = Readonly<Record<'byNarrow' | 'unread' | 'byId' | 'all', Samples>>
type Post = (path: string, parameters?: Readonly<Record<string, string>>) => Promise<string>

/** Each change of one person's flags, by Confab and by the bare database. */
async function measure(
  calls: Calls,
  isCounted: boolean,
  rows: Rows,
  channelId: number,
  post: Post,
): Promise<void> {
  await post('/api/v1/register', { event_types: '["update_message_flags"]', fetch_event_types: '[]' })
  const inChannel = { operator: 'channel', operand: channelId }
  const range = {
    anchor: 'oldest',
    include_anchor: 'false',
    num_before: '0',
    num_after: String(messageCount),
  }
  const byNarrow = async (op: 'add' | 'remove', narrow: readonly object[]): Promise<void> => {
    const change = { op, flag: 'read', narrow: JSON.stringify(narrow) }
    const body = await post('/api/v1/messages/flags/narrow', { ...range, ...change })
    const answer: { updated_count: number } = JSON.parse(body)
    if (answer.updated_count !== messageCount) throw new Error(body)
  }
  const unread = [inChannel, { operator: 'is', operand: 'unread' }]
  const list = { op: 'add', flag: 'read', messages: JSON.stringify(rows.ids) }
  await calls.byNarrow.take(
    isCounted,
    () => byNarrow('add', unread),
    () => rows.read(),
  )
  await calls.unread.take(
    isCounted,
    () => byNarrow('remove', [inChannel]),
    () => rows.unread(),
  )
  await calls.byId.take(
    isCounted,
    () => post('/api/v1/messages/flags', list),
    () => rows.read(),
  )
  await byNarrow('remove', [inChannel])
  rows.unread()
  await calls.all.take(
    isCounted,
    () => post('/api/v1/mark_all_as_read'),
    () => rows.read(),
  )
}

/** Times of the same change by Confab, over HTTP, and by the bare database, in turn. */
class Samples {
  readonly #measured: number[] = []
  readonly #floor: number[] = []

  async take(isCounted: boolean, measured: () => Promise<unknown>, floor: () => void): Promise<void> {
    const start = performance.now()
    await measured()
    const between = performance.now()
    floor()
    if (!isCounted) return
    this.#measured.push(between - start)
    this.#floor.push(performance.now() - between)
  }

  report(what: string): void {
    const [measured, floor] = [percentile(this.#measured, 0.5), percentile(this.#floor, 0.5)]
    report({
      what: `${what}, ${messageCount} messages in one event (median of ${this.#measured.length})`,
      measured: `${milliseconds(measured)} over HTTP`,
      floor: `${milliseconds(floor)} for the bare durable update of the same rows`,
      ratio: measured / floor,
      target: { atMost: 2 },
    })
  }
}

/** Fills a channel with messages that are unread for everybody, and another with read ones. @returns the first's ID. */
async function makeMessages(folder: string, people: readonly BenchPerson[], file: string): Promise<number> {
  const confab = await startConfab(folder)
  const channelIds = [
    await makeChannel(confab.port, people, 'read'),
    await makeChannel(confab.port, people, 'unread'),
  ]
  const line = await Connection.open(confab.port)
  const firsts: number[] = []
  for (const id of channelIds) {
    const message = {
      type: 'stream',
      to: String(id),
      topic: 'bench',
      content: 'A message of ordinary length.',
    }
    const reply = await line.request(
      requestText('POST', '/api/v1/messages', people[0]?.authorization ?? '', message),
    )
    const sent: { id: number } = JSON.parse(reply.body)
    firsts.push(sent.id)
  }
  line.close()
  await confab.stop()
  const database = new Database(file)
  const columns = `sender_id, conversation_id, channel_id, topic, topic_key, content, rendered_content,
    renderer_version, sent_at, client, is_me_message, has_link, has_image, has_attachment`
  const copy =
    database.query(`WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
    INSERT INTO messages (${columns}) SELECT ${columns} FROM number, messages WHERE id = ?`)
  database.transaction(() => {
    copy.run(readCount, firsts[0] ?? 0)
    copy.run(messageCount, firsts[1] ?? 0)
    database.run('DELETE FROM message_states')
    database.run(
      `INSERT INTO message_states (message_id, user_id, flags) SELECT m.id, s.user_id, ${flagBits.unread}
       FROM messages m JOIN subscriptions s ON s.channel_id = m.channel_id WHERE m.channel_id = ? ORDER BY m.id`,
      [channelIds[1] ?? 0],
    )
    // As it is where messages are sent: all but the newest are in their indexes.
    database.run('UPDATE unread_progress SET indexed_up_to = (SELECT max(id) FROM messages)')
  })()
  database.close()
  return channelIds[1] ?? 0
}

/** The floor: nothing but the update of one person's rows, and its commit. */
class Rows {
  readonly ids: readonly number[]

  constructor(
    readonly database: Database,
    readonly person: BenchPerson,
  ) {
    this.ids = database
      .query<{ id: number }, [number]>(
        'SELECT message_id AS id FROM message_states WHERE user_id = ? AND (flags & 1) <> 0 ORDER BY message_id',
      )
      .all(person.id)
      .map(({ id }) => id)
  }

  read(): void {
    this.#update(`flags = flags & ~${flagBits.unread}`)
  }

  unread(): void {
    this.#update(`flags = flags | ${flagBits.unread}`)
  }

  #update(change: string): void {
    // Nobody has other rows between the first message and the last.
    const { changes } = this.database
      .query(`UPDATE message_states SET ${change} WHERE user_id = ? AND message_id BETWEEN ? AND ?`)
      .run(this.person.id, this.ids[0] ?? 0, this.ids.at(-1) ?? 0)
    if (changes !== messageCount) throw new Error(`Updated ${changes} rows`)
  }
}
