// Hostile requests: how long another client's GET waits while bodies arrive that are made to be expensive.
import { Connection, requestText } from './support/http'
import { makeOrganization } from './support/organization'
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

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, 1, async () => undefined)
  const [person] = people
  if (!person) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const other = await Connection.open(confab.port)
  const get = requestText('GET', '/api/v1/users/me', person.authorization)
  const worstDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const over = work().then(() => true)
    let worst = 0
    do {
      const start = performance.now()
      await other.request(get)
      worst = Math.max(worst, performance.now() - start)
    } while (!(await Promise.race([over, Bun.sleep(1).then(() => false)])))
    return worst
  }
  await worstDuring(() => Bun.sleep(1000))
  const alone = await worstDuring(() => Bun.sleep(1000))
  for (const [what, path, type, body] of hostile) {
    const request = bodyText(path, person.authorization, type, body)
    const worst = await worstDuring(() => sendEach(confab.port, request))
    report({
      what: `The longest GET beside ${what} to ${path}`,
      measured: milliseconds(worst),
      floor: `${milliseconds(alone)} beside nothing, ${longestWait} ms allowed`,
      ratio: worst / longestWait,
      target: { atMost: 1 },
    })
  }
  other.close()
  await confab.stop()
  removeFolder(folder)
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
