// The examples of the API reference, run as they are shown: by curl, by Python, where the machine has it, and in JavaScript; with
// the server, the key and the IDs that there are, in place of those that are shown.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerOf } from '../src/api-reference/answers'
import { exampleOf, filledPath, withoutExample, type Example } from '../src/api-reference/examples'
import { samplesOf, type Sample, type SampledCall } from '../src/api-reference/samples'
import { calls, endsCaller } from './support/access/calls'
import type { Given, Make } from './support/access/given'
import { AccessWorld } from './support/access/world'
import type { Client } from './support/client'
import { documentedCalls } from './support/fuzz/document'
import { plain, png, red } from './support/pictures'
import { PythonPrograms } from './support/python'

setDefaultTimeout(240_000)

const world = await AccessWorld.make()
const python = new PythonPrograms()
const folder = mkdtempSync(join(tmpdir(), 'confab-examples-'))
writeFileSync(join(folder, 'picture.png'), png(64, 64, plain(red)))
afterAll(async () => {
  await world.server.stop()
  python.end()
  rmSync(folder, { recursive: true })
})

/** Parameters that name what is there, or would be there twice: an example's own would name nothing, or fail. */
const ofWorld: ReadonlySet<string> = new Set(
  (
    'username password email short_name add messages msg_ids message_id stream_id to order data queue_id domain token endpoint name ' +
    'ordered_linkifier_ids pattern topic_name fragment stream_names subscriptions group_name scheduled_delivery_timestamp members subscribers'
  ).split(' '),
)

/** The example with what the world has in place of what stands for it. */
function applied({ parameters = {} }: Example, given: Given): Record<string, unknown> {
  const own = Object.entries(parameters).map(([name, value]) => {
    const has = ofWorld.has(name) && given.parameters !== undefined && name in given.parameters
    return [name, has ? given.parameters?.[name] : value]
  })
  return Object.fromEntries(own)
}

const runners: Readonly<Record<string, (source: string) => Promise<string>>> = {
  Shell: (source) => outputOf(['/bin/sh', '-c', source]),
  Python: (source) => python.outputOf(source),
  JavaScript: (source) => outputOf([process.execPath, '-e', source]),
}

/** What a program printed. @throws if it failed */
async function outputOf(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${code}: ${err}${out}`)
  return out
}

/** Runs one sample of a call, made about what is made for it. @returns what went wrong */
async function failureOf(method: string, path: string, example: Example, lang: string): Promise<string[]> {
  const route = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const make = calls[route] ?? variantOf(route)
  if (!make) return [`${route} is not among the calls of test/support/access`]
  const who = await callerOf(route)
  const given = await make(world, who)
  const answer = answerOf(method, path)
  const call: SampledCall = {
    method,
    url: world.server.url + filledPath(path, { ...example.path, ...given.path }),
    credentials: { email: who.email, key: who.apiKey },
    parameters: applied(example, given),
    file: example.file,
    answersFile: answer === 'file' || answer === 'redirect',
  }
  const sample = samplesOf(call).find((each) => each.lang === lang)
  const failure = sample && (await failed(sample, call.answersFile))
  await world.tidyUp()
  return failure === undefined ? [] : [`${route} ${failure}\n${sample?.source}`]
}

/** Of a call that is about several things, the first one. */
function variantOf(route: string): Make | undefined {
  return Object.entries(calls).find(([name]) => name.startsWith(`${route} (`))?.[1]
}

/** Bots alone store what they know; some calls their caller does not outlive. */
async function callerOf(route: string): Promise<Client> {
  if (route.endsWith('/bot_storage')) return world.callers.bot
  return endsCaller.has(route) ? world.another('owner') : world.owner
}

async function failed({ lang, source }: Sample, answersFile: boolean): Promise<string | undefined> {
  const out = await runners[lang]?.(source).catch((error: unknown) => `failed: ${String(error)}`)
  if (out === undefined) return 'has no runner'
  if (out.startsWith('failed:')) return out
  // JavaScript throws nothing for an error; curl puts files where it is told.
  return answersFile || /['"]?result['"]?: *['"]success['"]/.test(out) ? undefined : out
}

const documented = await documentedCalls(world.server.url)
const withExample = documented.flatMap(({ method, path }) => {
  const example = exampleOf(method, path)
  return example ? [{ method, path, example }] : []
})

for (const lang of ['Shell', 'Python', 'JavaScript']) {
  // Not every machine that can run this server has Python; every one has curl, or the tests of the demo would fail, too.
  const isThere = lang !== 'Python' || Bun.which('python3') !== null
  test(`every example runs: ${lang}${isThere ? '' : ' (which this machine has not)'}`, async () => {
    const wrong: string[] = []
    for (const { method, path, example } of isThere ? withExample : [])
      wrong.push(...(await failureOf(method, path, example, lang)))
    expect(wrong).toEqual([])
  })
}

test('every call has its example, or says why not; and no example is of something else', async () => {
  const named = documented.map(({ method, path }) => `${method} ${path}`)
  const without = named.filter((call) => withoutExample.some((pattern) => pattern.test(call)))
  expect(withExample.length + without.length).toBe(named.length)
  for (const pattern of withoutExample) expect(named.some((call) => pattern.test(call))).toBe(true)
})
