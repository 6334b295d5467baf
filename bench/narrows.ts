// Narrows in organizations of ten thousand and of a million messages: a hundred messages of each, within the process;
// searches over HTTP, too, against a fetch of the same messages by their IDs.
import { answerText } from './support/answers'
import { fetchMessages, type RangeRequest } from '../src/messages/reading/fetch'
import type { Organization } from '../src/organization/organization'
import { atOnce } from '../src/organization/turns'
import { directory, type User } from '../src/users/repository'
import { commonWord, fillHistory, makePlaces, rareWord, type Places } from './support/history'
import { Connection, requestText } from './support/http'
import { makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const sizes = [10_000, 1_000_000] as const
const rounds = 200
/** Calls before the figures count: the first are compiled on the way, which a running server has behind it. */
const warmUp = 1000

interface Measured {
  /** Median times in milliseconds. */
  fetch: number
  floor: number
  count: number
}

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people, filled } = await makeOrganization(folder, 60, async (organization, people) => {
    const places = await makePlaces(organization, people, 50)
    const viewer = directory(organization).byId.get(people[0]?.id ?? 0)
    if (!viewer) throw new Error('Nobody to look')
    const results: Map<string, Measured>[] = []
    let filled = 0
    for (const size of sizes) {
      const start = performance.now()
      await fillHistory(organization, places, filled, size)
      filled = size
      // As after a night: what is in memory is what fetching has put there.
      organization.db.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      const took = ((performance.now() - start) / 1000).toFixed(1)
      process.stdout.write(`${size.toLocaleString('en')} messages, written in ${took} s\n`)
      results.push(measureAll(organization, viewer, places))
    }
    print(results)
    return places
  })
  await measureSearches(folder, people, filled)
  removeFolder(folder)
}

function print([small, large]: readonly Map<string, Measured>[]): void {
  for (const [what, { fetch, floor, count }] of large ?? []) {
    report({
      what: `${what}: ${count} messages`,
      measured: `${milliseconds(fetch)} to fetch them as the API does, as JSON`,
      floor: `${milliseconds(floor)} to read the same rows and flags by ID with one prepared query, as JSON`,
      ratio: fetch / floor,
      // Here nothing is marked, and nobody is asked who may read what: the target of searches is held below, over HTTP.
      target: isSearch(what) ? undefined : { atMost: 3 },
    })
    const before = small?.get(what)?.fetch ?? Number.NaN
    report({
      what: '    at a million messages against ten thousand',
      measured: milliseconds(fetch),
      floor: milliseconds(before),
      ratio: fetch / before,
      target: { atMost: 4 },
    })
  }
}

function narrowsOf({ channelIds, people }: Places): Record<string, Partial<RangeRequest>> {
  const term = (operator: string, operand: unknown) => ({ operator, operand })
  const first = term('channel', channelIds[0])
  return {
    'everything, the newest': { narrow: [] },
    'channel, the newest': { narrow: [first] },
    'channel and topic': { narrow: [first, term('topic', 'topic 3')] },
    'channel and topic, first_unread': {
      narrow: [first, term('topic', 'topic 3')],
      anchor: 'first_unread',
      numBefore: 50,
      numAfter: 50,
    },
    'everything, first_unread': { narrow: [], anchor: 'first_unread', numBefore: 50, numAfter: 50 },
    dm: { narrow: [term('dm', [people[1]?.id])] },
    'is:dm': { narrow: [term('is', 'dm')] },
    'is:unread': { narrow: [term('is', 'unread')] },
    'is:unread in a channel': { narrow: [first, term('is', 'unread')] },
    'is:mentioned': { narrow: [term('is', 'mentioned')] },
    sender: { narrow: [term('sender', people[7]?.id)] },
    'channel and sender': { narrow: [first, term('sender', people[8]?.id)] },
    'has:image': { narrow: [term('has', 'image')] },
    'search for a rare word': { narrow: [term('search', rareWord)] },
    'search for a very common word': { narrow: [term('search', commonWord)] },
    'search for a very common word in a channel': { narrow: [first, term('search', commonWord)] },
    'search for a very common word from a sender': {
      narrow: [term('sender', people[8]?.id), term('search', commonWord)],
    },
  }
}

function isSearch(what: string): boolean {
  return what.startsWith('search')
}

/** Searches as clients make them: each against the same messages fetched by their IDs, from the same server. */
async function measureSearches(
  folder: string,
  [person]: readonly BenchPerson[],
  places: Places,
): Promise<void> {
  if (!person) throw new Error('Nobody to search')
  const confab = await startConfab(folder)
  const line = await Connection.open(confab.port)
  const fetched = (parameters: Record<string, string>) =>
    requestText('GET', '/api/v1/messages', person.authorization, parameters)
  for (const [what, { narrow }] of Object.entries(narrowsOf(places)).filter(([name]) => isSearch(name))) {
    const search = fetched({ ...newestHundred, narrow: JSON.stringify(narrow) })
    const { messages }: { messages: { id: number }[] } = JSON.parse((await line.request(search)).body)
    const byId = fetched({ message_ids: JSON.stringify(messages.map(({ id }) => id)) })
    const [searchTimes, byIdTimes]: [number[], number[]] = [[], []]
    for (let round = -warmUp; round < rounds; round++) {
      // By turns, so that both have the same moments of the machine.
      for (const [request, times] of [
        [search, searchTimes],
        [byId, byIdTimes],
      ] as const) {
        const start = performance.now()
        const { status, body } = await line.request(request)
        if (status !== 200) throw new Error(body)
        if (round >= 0) times.push(performance.now() - start)
      }
    }
    const [measured, floor] = [percentile(searchTimes, 0.5), percentile(byIdTimes, 0.5)]
    report({
      what: `${what}, over HTTP: ${messages.length} messages, marked`,
      measured: milliseconds(measured),
      floor: `${milliseconds(floor)} to GET the same messages by their IDs`,
      ratio: measured / floor,
      target: { atMost: 3 },
    })
  }
  line.close()
  await confab.stop()
}

const newestHundred = { anchor: 'newest', num_before: '100', num_after: '0' }

function measureAll(organization: Organization, viewer: User, places: Places): Map<string, Measured> {
  const view = { viewer, applyMarkdown: true, clientGravatar: true, emptyTopicName: true, publicNames: false }
  const results = new Map<string, Measured>()
  for (const [what, changes] of Object.entries(narrowsOf(places))) {
    const request: RangeRequest = {
      narrow: [],
      anchor: 'newest',
      includeAnchor: true,
      numBefore: 100,
      numAfter: 0,
      useFirstUnreadAnchor: undefined,
      messageIds: undefined,
      ...changes,
    }
    let answer = ''
    const fetch = median(() => {
      answer = answerText(atOnce(fetchMessages(organization, viewer, request, view)))
    })
    const { messages }: { messages: { id: number }[] } = JSON.parse(answer)
    const ids = messages.map(({ id }) => id)
    results.set(what, { fetch, floor: median(() => readRows(organization, viewer, ids)), count: ids.length })
  }
  return results
}

/** The bare minimum: the rows with the person's flags, as they are stored, as JSON. */
function readRows({ db }: Organization, viewer: User, ids: readonly number[]): string {
  const rows = db.sqlite
    .query(
      `SELECT m.id, m.sender_id, m.conversation_id, m.channel_id, m.topic, m.content, m.rendered_content, m.sent_at,
         m.client, m.is_me_message, m.has_reaction, m.has_submessage, m.has_edits, m.last_edited_at, m.last_moved_at,
         c.member_key, u.full_name, u.email, s.flags
       FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value
       JOIN users u ON u.id = m.sender_id JOIN conversations c ON c.id = m.conversation_id
       LEFT JOIN message_states s ON s.message_id = m.id AND s.user_id = ?`,
    )
    .all(JSON.stringify(ids), viewer.id)
  return JSON.stringify({ messages: rows })
}

/** In milliseconds. */
function median(work: () => void): number {
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const start = performance.now()
    work()
    if (round >= 0) times.push(performance.now() - start)
  }
  return percentile(times, 0.5)
}
