// Every documented call with whatever can be sent, by whoever can call: never a failure of the server's own, always an
// answer of the protocol, nothing done by what is refused, and clients that know all that was done. The run is short;
// CONFAB_FUZZ_RUNS=200 CONFAB_TEST_SEED=7 bun test test/fuzz.test.ts is a long one, CONFAB_FUZZ_EXECUTABLE=1 calls the executable.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { errorStatus } from '../src/http/errors'
import { documentedAnswers } from './support/answers'
import { documentedCalls, type Operation, type Parameter, type Schema } from './support/fuzz/document'
import { secondsPerRun } from './support/fuzz/servers'
import { fitting, unfitting } from './support/fuzz/values'
import { callers, FuzzWorld, type CallerName } from './support/fuzz/world'
import { holdsLaw } from './support/law'
import { randomly, type Did } from './support/random'
import { scenario } from './support/scenario'

const runs = Number(process.env['CONFAB_FUZZ_RUNS'] ?? 2)

const { server: documenting } = await scenario({})
const checkAnswer = await documentedAnswers(documenting.url)
// What takes tus has its own statuses, and says all in headers: garbage for it is in resumable-uploads-refusals.test.ts.
const operations = (await documentedCalls(documenting.url)).filter(
  ({ path }) => !/^\/api\/v1\/tus\b/.test(path),
)

/** A call as it is made; values are sent as JSON in a body of JSON, else texts as they are and all else as JSON. */
interface Call {
  operation: Operation
  caller: CallerName
  inPath: Record<string, unknown>
  parameters: Record<string, unknown>
  isJson: boolean
  /** Its place among the others. */
  order: number
}

function callOf(operation: Operation): fc.Arbitrary<Call> {
  return fc.record({
    operation: fc.constant(operation),
    caller: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...callers) },
      { weight: 2, arbitrary: fc.constantFrom<CallerName[]>('guest', 'member', 'owner') },
    ),
    inPath: valuesOf(operation.inPath),
    parameters: valuesOf(operation.parameters),
    isJson: fc.boolean(),
    order: fc.nat(),
  })
}

/** Most as the document asks for, some left out, a few as it does not, and now and then one that is not documented. */
function valuesOf(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, unknown>> {
  const values = parameters.map(({ name, schema, isRequired }) => {
    const fits = { weight: 24, arbitrary: fitting(schema, name) }
    const not = { weight: 1, arbitrary: unfitting(schema) }
    const nothing = { weight: isRequired ? 1 : 40, arbitrary: fc.constant(undefined) }
    return [name, fc.oneof(fits, not, nothing)] as const
  })
  return fc.record(Object.fromEntries(values))
}

/** The answer to a call. @throws if it is none of the protocol's. */
async function answer(world: FuzzWorld, call: Call): Promise<Record<string, unknown>> {
  const response = await send(world, call)
  const text = await response.text()
  const target = response.headers.get('location')
  if (target !== null) {
    expect([response.status, text]).toEqual([302, ''])
    expect((await fetch(new URL(target, world.server.url))).status).toBe(200)
    return { result: 'success' }
  }
  const type = response.headers.get('content-type')
  // What is no call but a file.
  if (response.status === 200 && !call.operation.path.startsWith('/api/v1/')) {
    expect(type).toMatch(/^(image|text\/plain)/)
    return { result: 'success' }
  }
  expect(type).toMatch(/^application\/json/)
  const body: Record<string, unknown> = JSON.parse(text)
  const { result, msg, code } = body
  expect(checkAnswer(call.operation.method, call.operation.path, response.status, body)).toEqual([])
  if (response.status === 200) {
    // Slash commands answer with a text for people.
    const empty = call.operation.path === '/api/v1/zcommand' ? msg : ''
    expect({ result, msg }).toEqual({ result: 'success', msg: empty })
    return body
  }
  // There is no way to devices here, which is a failure of the gateway.
  if (code !== 'ADMIN_ACTION_REQUIRED') expect(response.status).toBeLessThan(500)
  const statuses = new Map<unknown, number>(Object.entries(errorStatus))
  expect({ result, code, isKnown: statuses.has(code) }).toEqual({ result: 'error', code, isKnown: true })
  expect(typeof msg === 'string' && msg !== '').toBe(true)
  // What of one's own does not exist has the code of bad requests, and a status of its own.
  if (!(code === 'BAD_REQUEST' && response.status === 404)) {
    expect({ code, status: response.status }).toEqual({ code, status: statuses.get(code) ?? 0 })
  }
  if (code === 'REQUEST_VARIABLE_MISSING' || code === 'REQUEST_VARIABLE_INVALID') {
    const { inPath, parameters } = call.operation
    const names = [...inPath, ...parameters].flatMap(({ name, schema }) => [name, ...fieldsOf(schema)])
    expect(names).toContain(String(body['var_name']))
  }
  return body
}

/** The names of fields within a parameter: an error may name what is wrong more closely. */
function fieldsOf({ properties = {}, items, prefixItems = [], anyOf = [] }: Schema): string[] {
  const inner = items ? [items, ...prefixItems] : prefixItems
  const named = Object.entries(properties).flatMap(([name, schema]) => [name, ...fieldsOf(schema)])
  return [...named, ...[...inner, ...anyOf].flatMap(fieldsOf)]
}

function send(world: FuzzWorld, { operation, caller, inPath, parameters, isJson }: Call): Promise<Response> {
  const { method, hasBody } = operation
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encoded(asText(inPath[name] ?? '0')),
  )
  const person = world.people[caller]
  const headers = new Headers(person.authorization === '' ? {} : { authorization: person.authorization })
  const url = `${world.server.url}${path}`
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  if (hasBody && given.some(([, value]) => value instanceof Uint8Array)) {
    const parts = new FormData()
    for (const [name, value] of given) {
      parts.set(name, value instanceof Uint8Array ? new File([new Uint8Array(value)], 'file') : asText(value))
    }
    return fetch(url, { method, headers, body: parts })
  }
  if (hasBody && isJson) {
    headers.set('content-type', 'application/json')
    return fetch(url, { method, headers, body: JSON.stringify(Object.fromEntries(given)) })
  }
  const form = new URLSearchParams()
  for (const [name, value] of given) form.set(name, asText(value))
  if (hasBody) return fetch(url, { method, headers, body: form })
  // No answer to a poll is waited for, and no address is longer than servers take.
  if (operation.path === '/api/v1/events') form.set('dont_block', 'true')
  return fetch(`${url}?${form.toString().slice(0, 60_000)}`, { method, headers, redirect: 'manual' })
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, 2000)) || '%20'
}

async function make(world: FuzzWorld, call: Call, did: Did): Promise<void> {
  const before = world.server.contents()
  try {
    const body = await answer(world, call)
    const isDone = body['result'] === 'success'
    did(isDone ? `${call.operation.method}` : String(body['code']))
    // Some of those who were to be invited may have been; wrong passwords are counted in the audit log.
    const isNoted =
      body['sent_invitations'] === true ||
      body['code'] === 'AUTHENTICATION_FAILED' ||
      body['msg'] === 'The old password is wrong'
    if (!isDone && !isNoted) expect(world.server.contents()).toEqual(before)
    if (isDone) await world.server.settled()
    if (isDone && call.operation.path === '/api/v1/realm/deactivate') await world.server.reopen()
    if (body['code'] === 'USER_DEACTIVATED' && call.caller !== 'gone') await world.heal()
    if (call.caller === 'nobody' && !call.operation.isOpen) expect(isDone).toBe(false)
    if (call.caller === 'wrong' || call.caller === 'gone')
      expect(isDone && !call.operation.isOpen).toBe(false)
  } catch (error) {
    const { operation, caller, inPath, parameters, isJson } = call
    const what = JSON.stringify({ caller, inPath, parameters, isJson })
    throw new Error(`${operation.method} ${operation.path} ${what.slice(0, 2000)}`, { cause: error })
  }
}

test(
  'whatever is sent',
  async () => {
    const must =
      'GET POST PATCH DELETE BAD_REQUEST REQUEST_VARIABLE_MISSING REQUEST_VARIABLE_INVALID UNAUTHORIZED'
    // Each twice, in any order.
    const calls = fc.tuple(...[...operations, ...operations].map(callOf))
    await randomly(calls, { runs, must, shrinks: false, evenly: true }, async (made, did) => {
      const world = await FuzzWorld.make()
      try {
        const live = async () => {
          for (const call of made.toSorted((a, b) => a.order - b.order)) await make(world, call, did)
        }
        await holdsLaw(world.watchers, live)
      } finally {
        await world.server.stop()
      }
    })
  },
  runs * secondsPerRun * 1000,
)
