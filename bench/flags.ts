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
    const ids = unreadOf(floor, person)
    const send = (path: string, parameters: Readonly<Record<string, string>> = {}) =>
      line.request(requestText('POST', path, person.authorization, parameters)).then(({ status, body }) => {
        if (status !== 200) throw new Error(body)
        return body
      })
    await send('/api/v1/register', { event_types: '["update_message_flags"]', fetch_event_types: '[]' })
    const inChannel = { operator: 'channel', operand: channelId }
    const byNarrow = async (op: 'add' | 'remove', narrow: readonly object[]): Promise<void> => {
      const range = {
        anchor: 'oldest',
        include_anchor: 'false',
        num_before: '0',
        num_after: String(messageCount),
      }
      const change = { op, flag: 'read', narrow: JSON.stringify(narrow) }
      const body = await send('/api/v1/messages/flags/narrow', { ...range, ...change })
      const answer: { updated_count: number } = JSON.parse(body)
      if (answer.updated_count !== messageCount) throw new Error(body)
    }
    const isCounted = index >= warmUp
    const read = () => update(floor, ids, person, `flags = flags & ~${flagBits.unread}`)
    const unread = () => update(floor, ids, person, `flags = flags | ${flagBits.unread}`)
    const unreadAgain = () => byNarrow('remove', [inChannel])
    await calls.byNarrow.take(
      isCounted,
      () => byNarrow('add', [inChannel, { operator: 'is', operand: 'unread' }]),
      read,
    )
    await calls.unread.take(isCounted, unreadAgain, unread)
    const list = { op: 'add', flag: 'read', messages: JSON.stringify(ids) }
    await calls.byId.take(isCounted, () => send('/api/v1/messages/flags', list), read)
    await unreadAgain()
    unread()
    await calls.all.take(isCounted, () => send('/api/v1/mark_all_as_read'), read)
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
  })()
  database.close()
  return channelIds[1] ?? 0
}

function unreadOf(database: Database, person: BenchPerson): number[] {
  return database
    .query<{ id: number }, [number]>(
      'SELECT message_id AS id FROM message_states WHERE user_id = ? AND (flags & 1) <> 0 ORDER BY message_id',
    )
    .all(person.id)
    .map(({ id }) => id)
}

/** The floor: nothing but the update and its commit. Nobody has other rows between the first message and the last. */
function update(database: Database, ids: readonly number[], person: BenchPerson, change: string): void {
  const { changes } = database
    .query(`UPDATE message_states SET ${change} WHERE user_id = ? AND message_id BETWEEN ? AND ?`)
    .run(person.id, ids[0] ?? 0, ids.at(-1) ?? 0)
  if (changes !== messageCount) throw new Error(`Updated ${changes} rows`)
}
