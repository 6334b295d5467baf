// Hostile requests: how long another client's GET waits while bodies arrive that are made to be expensive, and while many ask for
// much at once.
import { makePlaces } from './support/history'
import { Connection, requestText } from './support/http'
import { makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, report } from './support/report'

const kib = 1024
const mib = 1024 * kib
/** Of each, sent one after another. */
const times = 5
/** Nobody waits longer for a request of somebody else's, in milliseconds. */
const longestWait = 100

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const members = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')

/** What they are, path, content type, body. The last ones are as long as calls of this length may be. */
const hostile: readonly (readonly [what: string, path: string, type: string, body: string])[] = [
  ['10 MB of narrow', '/register', form, `narrow=[${'1,'.repeat(5 * mib)}1]`],
  ['10 MB of plus signs', '/register', form, `narrow=${'+'.repeat(10 * mib)}`],
  ['60 KB of narrow', '/register', form, `narrow=[${'1,'.repeat(30 * kib)}1]`],
  ['60 KB of brackets', '/register', json, `{"narrow":${'['.repeat(30 * kib)}${']'.repeat(30 * kib)}}`],
  ['1 MB of recipients', '/messages', form, `type=direct&content=a&to=[${'1,'.repeat(mib / 2 - 50)}1]`],
  ['1 MB of percent signs', '/messages', form, `type=direct&to=[1]&content=${'%41'.repeat(mib / 3 - 50)}`],
  ['1 MB of objects', '/drafts', form, `drafts=[${'{},'.repeat(mib / 3 - 50)}{}]`],
  ['1 MB of members', '/messages', json, `{${members(90_000)}}`],
  ['1 MB of brackets', '/messages', json, `{"to":${'['.repeat(mib - 50)}`],
]

type Parameters = Readonly<Record<string, string>>

/** What so many connections ask for at once, so often, in an organization of so many people. */
const crowd = { connections: 20, times: 5, people: 5000 }
const toEverybody = { type: 'stream', to: '"channel 0"', topic: 'all', content: 'Good morning' }
const asked: readonly (readonly [what: string, method: string, path: string, parameters?: Parameters])[] = [
  ['register', 'POST', '/register'],
  ['list everybody', 'GET', '/users'],
  ['send to everybody', 'POST', '/messages', toEverybody],
]

export async function run(): Promise<void> {
  await bodies()
  await crowds()
}

async function bodies(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, 1, async () => undefined)
  const [person] = people
  if (!person) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const other = await Other.of(confab.port, person)
  for (const [what, path, type, body] of hostile) {
    const request = bodyText(path, person.authorization, type, body)
    await other.reportBeside(`${what} to ${path}`, () => sendEach(confab.port, request))
  }
  other.leave()
  await confab.stop()
  removeFolder(folder)
}

async function crowds(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, crowd.people, (organization, all) =>
    makePlaces(organization, all, 1),
  )
  const [person, ...others] = people
  if (!person) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const other = await Other.of(confab.port, person)
  const lines = await Promise.all(
    others.slice(0, crowd.connections).map(async (each) => ({
      line: await Connection.open(confab.port),
      authorization: each.authorization,
    })),
  )
  const [one] = lines
  if (!one) throw new Error('Nobody there')
  for (const [what, method, path, parameters] of asked) {
    for (const [who, authorizationOf] of [
      ['one person asks', () => one.authorization],
      ['people ask', ({ authorization }: typeof one) => authorization],
    ] as const) {
      const size = `${crowd.connections} connections, of ${crowd.people} people`
      await other.reportBeside(`what ${who} on ${size}: ${what}`, async () => {
        for (let count = 0; count < crowd.times; count++) {
          const answers = lines.map((each) =>
            each.line.request(requestText(method, `/api/v1${path}`, authorizationOf(each), parameters)),
          )
          if ((await Promise.all(answers)).some(({ status }) => status !== 200)) throw new Error('Refused')
        }
      })
    }
  }
  for (const { line } of lines) line.close()
  other.leave()
  await confab.stop()
  removeFolder(folder)
}

/** Somebody who asks for next to nothing, again and again. */
class Other {
  private constructor(
    private readonly line: Connection,
    private readonly request: string,
    private alone = 0,
  ) {}

  static async of(port: number, person: BenchPerson): Promise<Other> {
    const request = requestText('GET', '/api/v1/users/me', person.authorization)
    const other = new Other(await Connection.open(port), request)
    await other.#longestDuring(() => Bun.sleep(1000))
    other.alone = await other.#longestDuring(() => Bun.sleep(1000))
    return other
  }

  /** Reports how long they wait at most while something goes on. */
  async reportBeside(what: string, work: () => Promise<unknown>): Promise<void> {
    const longest = await this.#longestDuring(work)
    report({
      what: `The longest GET beside ${what}`,
      measured: milliseconds(longest),
      floor: `${milliseconds(this.alone)} beside nothing, ${longestWait} ms allowed`,
      ratio: longest / longestWait,
      target: { atMost: 1 },
    })
  }

  leave(): void {
    this.line.close()
  }

  async #longestDuring(work: () => Promise<unknown>): Promise<number> {
    const over = work().then(() => true)
    let longest = 0
    do {
      const start = performance.now()
      await this.line.request(this.request)
      longest = Math.max(longest, performance.now() - start)
    } while (!(await Promise.race([over, Bun.sleep(1).then(() => false)])))
    return longest
  }
}

async function sendEach(port: number, request: string): Promise<void> {
  for (let count = 0; count < times; count++) {
    const line = await Connection.open(port)
    const { status } = await line.request(request)
    line.close()
    if (status < 400) throw new Error(`A hostile request was answered ${status}`)
  }
}

function bodyText(path: string, authorization: string, type: string, body: string): string {
  return (
    `POST /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}
