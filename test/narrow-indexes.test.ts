// That an index answers every narrow, in the order in which messages are asked for where it is a single one.
import { expect, spyOn, test } from 'bun:test'
import { paceLimits } from '../src/narrow/pace'
import { addChannel } from './support/channels'
import { found, sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'

const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(server.owner, 'open', [ann, bob])
const other = await addChannel(server.owner, 'other', [ann, bob])
for (let count = 0; count < 3; count++) {
  for (const channel of [open, other]) await sendToChannel(ann, channel, `words ${count}`, 'plans')
  await sendDirectly(ann, [bob], 'words')
}
await bob.post('/user_topics', { stream_id: open.id, topic: 'plans', visibility_policy: 3 })
await bob.post('/user_topics', { stream_id: other.id, topic: 'other', visibility_policy: 1 })

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated })

/** How SQLite carries out the statements that find the narrow's messages. */
async function planOf(...narrow: readonly object[]): Promise<string[]> {
  const { sqlite } = server.organization.db
  const spy = spyOn(sqlite, 'query')
  await found(bob, narrow)
  const statements = spy.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^(WITH .*)?SELECT (m\.id|s\.message_id|ft\.rowid)\b/s.test(sql))
  spy.mockRestore()
  expect(statements.length).toBeGreaterThan(0)
  return statements.flatMap((sql) => {
    using plan = sqlite.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
    return plan.all().map(({ detail }) => detail)
  })
}

/** Whether words that few messages have are looked up first, as there are few of all here. */
async function withFew<T>(few: number, work: () => Promise<T>): Promise<T> {
  const usual = paceLimits.few
  paceLimits.few = few
  try {
    return await work()
  } finally {
    paceLimits.few = usual
  }
}

/** Messages, flags or the full-text index read from end to end. */
const scan = /^SCAN (m|s|f|h|t)\b|^SCAN ft .*VIRTUAL TABLE INDEX \d+:(?!.*M)/
const sort = /TEMP B-TREE/

test('in one range of an index, without sorting', async () => {
  const channel = term('channel', open.id)
  const narrows = [
    [channel],
    [channel, term('topic', 'plans')],
    [channel, term('sender', ann.id)],
    [channel, term('has', 'link')],
    [channel, term('is', 'unread')],
    [channel, term('search', 'word')],
    [term('dm', [ann.id])],
    [term('dm', [ann.id]), term('search', 'word')],
    [term('is', 'unread')],
    [term('is', 'starred')],
    [term('is', 'mentioned')],
    [term('is', 'alerted')],
    [term('is', 'unread'), term('is', 'dm')],
    [term('search', 'word')],
    [term('search', 'word'), term('sender', ann.id)],
    [term('search', 'word'), term('is', 'unread')],
  ]
  for (const narrow of narrows) {
    for (const few of [paceLimits.few, 0]) {
      const plan = await withFew(few, () => planOf(...narrow))
      const steps = plan.filter((step) => scan.test(step) || sort.test(step))
      expect({ narrow, few, steps }).toEqual({ narrow, few, steps: [] })
    }
  }
})

test('in several ranges, walked in windows', async () => {
  const narrows = [
    [],
    [term('channels', 'public')],
    [term('topic', 'plans')],
    [term('sender', ann.id)],
    [term('is', 'dm')],
    [term('dm-including', [ann.id])],
    [term('is', 'mentioned'), term('channel', open.id, true)],
    [term('id', 3)],
    [term('has', 'link')],
    [term('has', 'reaction')],
    [term('is', 'resolved')],
    [term('is', 'followed')],
    [term('is', 'muted')],
    [term('in', 'home')],
    [term('search', 'word', true)],
  ]
  for (const narrow of narrows) {
    for (const few of [paceLimits.few, 0]) {
      const steps = (await withFew(few, () => planOf(...narrow))).filter((step) => scan.test(step))
      expect({ narrow, few, steps }).toEqual({ narrow, few, steps: [] })
    }
  }
})
