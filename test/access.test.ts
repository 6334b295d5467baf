// Access, proved: every route, called by everybody who can call, answers what stands in test/access-table.txt.
import { afterAll, expect, test } from 'bun:test'
import { buildApp } from '../src/app/routes'
import { auditActionNames } from '../src/audit-log/catalogue'
import type { ServerContext } from '../src/http/api'
import { byKey, callAs, type Outcome } from './support/access/calling'
import { calls, endsCaller } from './support/access/calls'
import { differences, readTable, writeTable, type Line } from './support/access/table'
import { AccessWorld, columns, isPerson, type Column } from './support/access/world'
import type { Client } from './support/client'

/** What members may not do, and yet is no administration: it changes nothing, or is a message. */
const leavesNoTrace: ReadonlySet<string> = new Set([
  'POST /api/v1/realm/test_welcome_bot_custom_message',
  'POST /api/v1/messages (private channel)',
])

/**
 * What is printed instead of being compared: the lines of routes with this in their names, as they would have to be. Whoever
 * writes one into the table has looked at each of its cells.
 */
const printed = process.env['CONFAB_PRINT_ACCESS']

const table = readTable(await Bun.file(`${import.meta.dir}/access-table.txt`).text())
const world = await AccessWorld.make()
afterAll(() => world.server.stop())

/** `POST /api/v1/users (others)` → `POST`, `/api/v1/users`. */
function parts(route: string): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ')
  return { method, path }
}

/** A route of the table, and where it is called. */
interface Called {
  readonly world: AccessWorld
  readonly route: string
}

/** Makes a call with these credentials, about what is made for it. @param prefix in place of `/api/v1/` */
async function outcomeOf(
  { world, route }: Called,
  who: Client,
  credentials: Readonly<Record<string, string>>,
  prefix = '/api/v1/',
): Promise<Outcome> {
  const make = calls[route]
  if (!make) throw new Error(`${route} is not among the calls of test/support/access`)
  const { method, path } = parts(route)
  const given = await make(world, who)
  const outcome = await callAs(world, method, path.replace('/api/v1/', prefix), given, credentials)
  await world.tidyUp()
  return outcome
}

/** Everybody makes the call. What is refused is to leave no trace; what is done the same one, whoever does it. */
async function lineFor(route: string): Promise<Line> {
  const cells: Partial<Record<Column, string>> = {}
  const traces = new Set<string>()
  for (const column of columns) {
    const who = await callerFor({ world, route }, column)
    const { word, recorded } = await outcomeOf({ world, route }, who, byKey(who))
    cells[column] = word
    const trace = recorded.join('+') || '-'
    if (word === 'ok' || trace !== '-') traces.add(word === 'ok' ? trace : `${trace}-though-refused`)
  }
  return { cells, audit: [...traces].join('|') || '-' }
}

test('every route is in the table, and nothing else', () => {
  const served = routesOfServer()
  const named = new Set([...table.keys()].map((route) => route.split(' ', 2).join(' ')))
  const listed = served.filter((route) => !route.includes(' /json/'))
  expect(listed.filter((route) => !named.has(route))).toEqual([])
  expect([...named].filter((route) => !served.includes(route))).toEqual([])
  // Below /json there is just what is below /api/v1, for browsers.
  const forBrowsers = served.filter((route) => route.includes(' /json/'))
  const forApps = listed.filter((route) => route.includes(' /api/v1/'))
  expect(forBrowsers.map((route) => route.replace(' /json/', ' /api/v1/')).toSorted()).toEqual(
    forApps.toSorted(),
  )
})

function routesOfServer(): string[] {
  const context: ServerContext = {
    clock: world.server.clock,
    log: world.server.settings.log,
    checkHealth: () => ({ organizations: 1, damaged_organizations: 0 }),
    organizationFor: () => world.server.organization,
    organizations: world.server.server.organizations,
    dataFolder: world.server.folder,
    userRateLimit: undefined,
    loginLimits: undefined,
    trustedProxies: [],
  }
  return Object.entries(buildApp(context).routes).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
}

test('everybody gets from every route what the table says, and the audit log has what it says', async () => {
  const found = new Map<string, Line>()
  for (const route of Object.keys(calls)) {
    if (printed === undefined || route.includes(printed)) found.set(route, await lineFor(route))
  }
  if (printed === undefined) expect(differences(table, found)).toEqual([])
  else process.stdout.write(`${writeTable(found)}\n`)
  // And the reference says what each of them is answered.
  expect(world.undocumented).toEqual([])
}, 480_000)

test('below /json everybody gets the same, people with the cookie of a session as with their key', async () => {
  // Of some things there can't be as many as both tests make.
  const another = await AccessWorld.make()
  const wrong: string[] = []
  for (const [route, { cells }] of table) {
    if (!route.includes(' /api/v1/')) continue
    const called = { world: another, route }
    for (const column of columns) {
      const who = await callerFor(called, column)
      const hasSession = isPerson(column) || column === 'owner'
      const credentials = hasSession ? { cookie: await another.cookie(who) } : byKey(who)
      const { word } = await outcomeOf(called, who, credentials, '/json/')
      if (word !== cells[column])
        wrong.push(`${route}: ${column} is to get ${cells[column]}, and gets ${word}`)
    }
  }
  await another.server.stop()
  expect(wrong).toEqual([])
}, 480_000)

/** Another one for what their key, their session or themselves do not outlive. */
async function callerFor({ world, route }: Called, column: Column): Promise<Client> {
  return endsCaller.has(route) ? world.another(column) : world.callers[column]
}

test('what is done with more than a member’s rights is in the audit log', () => {
  const silent = [...table].filter(
    ([route, { cells, audit }]) =>
      !route.startsWith('GET ') && cells['owner'] === 'ok' && cells['member'] !== 'ok' && audit === '-',
  )
  expect(silent.map(([route]) => route).filter((route) => !leavesNoTrace.has(route))).toEqual([])
})

/** What no route does for everybody who may: `audit-log.test.ts` sees each of these, `job-lanes.test.ts` the delivery. */
const elsewhere = [
  'organization.created',
  'organization.exported',
  'organization.imported',
  'organization.taken_in',
  'organization.reactivated',
  'user.login_failed',
  'user.logged_out',
  'user.password_changed',
  'user.password_refused',
  'user.password_link_asked',
  'user.profile_changed',
  'channel.messages_expired',
  'message.direct_expired',
  'delivery.failed',
  'job.retried',
  'job.dropped',
  'message.restored',
]

test('every action of the catalogue is in the table, or seen in another test', () => {
  const inTable = new Set([...table.values()].flatMap(({ audit }) => audit.split('+')))
  expect(auditActionNames.filter((name) => !inTable.has(name))).toEqual(
    auditActionNames.filter((name) => elsewhere.includes(name)),
  )
})
