// Sending and fetching as a history grows: at a thousand, ten thousand and a hundred thousand messages, within the process.
import { answerText } from './support/answers'
import { fetchMessage, fetchMessages } from '../src/messages/reading/fetch'
import { sendMessage } from '../src/messages/sending/send'
import type { Organization } from '../src/organization/organization'
import { atOnce } from '../src/organization/turns'
import { directory, type User } from '../src/users/repository'
import { fillHistory, makePlaces, type Places } from './support/history'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const sizes = [1000, 10_000, 100_000] as const
const rounds = 100
/** Calls before the figures count, which a running server has behind it. */
const warmUp = 1000

export async function run(): Promise<void> {
  const folder = benchFolder()
  await makeOrganization(folder, 60, async (organization, people) => {
    const places = await makePlaces(organization, people, 50)
    const viewer = directory(organization).byId.get(people[0]?.id ?? 0)
    if (!viewer) throw new Error('Nobody to look')
    const results: Map<string, number>[] = []
    let filled = 0
    for (const size of sizes) {
      await fillHistory(organization, places, filled, size)
      filled = size
      organization.db.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      results.push(await measureAll(organization, viewer, places))
    }
    print(results)
  })
  removeFolder(folder)
}

function print(results: readonly Map<string, number>[]): void {
  const [first] = results
  for (const [what, atFirst] of first ?? []) {
    const times = results.map((each) => each.get(what) ?? Number.NaN)
    const last = times.at(-1) ?? Number.NaN
    report({
      what: `${what} (medians at ${sizes.map((size) => size.toLocaleString('en')).join(', ')} messages)`,
      measured: times.map(milliseconds).join(', '),
      floor: `${milliseconds(atFirst)} at the first`,
      ratio: last / atFirst,
      target: { atMost: 2 },
    })
  }
}

/** Median times by what is done, in milliseconds. */
async function measureAll(
  organization: Organization,
  viewer: User,
  { channelIds, people }: Places,
): Promise<Map<string, number>> {
  const [channelId = 0] = channelIds
  const view = { viewer, applyMarkdown: true, clientGravatar: true, emptyTopicName: true, publicNames: false }
  const newest = { anchor: 'newest', includeAnchor: true, numBefore: 50, numAfter: 0 }
  const unset = { useFirstUnreadAnchor: undefined, messageIds: undefined }
  const fetch = (...narrow: { operator: string; operand: unknown }[]) =>
    answerText(atOnce(fetchMessages(organization, viewer, { ...newest, ...unset, narrow }, view)))
  const channel = { operator: 'channel', operand: channelId }
  const send = (destination: Parameters<typeof sendMessage>[2]['destination']) =>
    sendMessage(organization, viewer, {
      destination,
      content: 'A message of ordinary length',
      client: 'bench',
    })
  const memberIds = [viewer.id, people[1]?.id ?? 0]
  const { id } = await send({ kind: 'channel', channelId, topic: 'Topic 3' })
  return new Map([
    ['Send to a channel', await median(() => send({ kind: 'channel', channelId, topic: 'Topic 3' }))],
    ['Send directly', await median(() => send({ kind: 'direct', memberIds }))],
    ['Fetch one', await median(() => fetchMessage(organization, id, view))],
    ['Fetch the newest 50', await median(() => fetch())],
    ['Fetch 50 of a channel', await median(() => fetch(channel))],
    ['Fetch 50 of a topic', await median(() => fetch(channel, { operator: 'topic', operand: 'Topic 3' }))],
    ['Fetch 50 unread', await median(() => fetch({ operator: 'is', operand: 'unread' }))],
    ['Search for 50', await median(() => fetch({ operator: 'search', operand: 'ordinary' }))],
  ])
}

async function median(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const start = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - start)
  }
  return percentile(times, 0.5)
}
