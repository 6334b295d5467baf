// Alert words: sending while 2,000 people have ten words each, against sending while nobody has any.
import { Connection, requestText } from './support/http'
import { makeChannel, makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { rate, report } from './support/report'
import { sendFor } from './sends'

const peopleCount = 2000
const wordsPerPerson = 10
const senders = 16
const seconds = 3

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, peopleCount, async () => undefined)
  const confab = await startConfab(folder)
  const members = people.slice(0, 20)
  await makeChannel(confab.port, members, 'general')
  const measure = async () => (await sendFor(confab.port, members, senders, seconds)).perSecond
  await measure()
  const before = await measure()
  await forEachPerson(confab.port, people, 'POST')
  const withWords = await measure()
  await forEachPerson(confab.port, people, 'DELETE')
  const after = await measure()
  await confab.stop()
  removeFolder(folder)
  const without = (before + after) / 2
  report({
    what: `${senders} senders, with ${peopleCount * wordsPerPerson} alert words to look for in each message`,
    measured: rate(withWords),
    floor: `${rate(without)} without any`,
    ratio: withWords / without,
    target: { atLeast: 0.9 },
  })
}

/** Gives everybody their words, or takes them away. Some are in the messages that are sent. */
async function forEachPerson(
  port: number,
  people: readonly BenchPerson[],
  method: 'POST' | 'DELETE',
): Promise<void> {
  const line = await Connection.open(port)
  for (const [number, { authorization }] of people.entries()) {
    const words = Array.from({ length: wordsPerPerson }, (_, index) => `word${number}-${index}`)
    if (number % 100 === 0) words[0] = 'ordinary length'
    const parameters = { alert_words: JSON.stringify(words) }
    const reply = await line.request(
      requestText(method, '/api/v1/users/me/alert_words', authorization, parameters),
    )
    if (reply.status !== 200) throw new Error(reply.body)
  }
  line.close()
}
