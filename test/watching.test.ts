// Watching a server: /metrics for Prometheus, `confab status` for people, health, and what is slow in the log (issue "Watch").
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { parser } from '@prometheus-io/lezer-promql'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import pino from 'pino'
import { found } from '../src/administration/founding'
import { GiveUp } from '../src/jobs/kind'
import { defaultRules } from '../src/organization/rules'
import type { ServerSettings } from '../src/server'
import { anonymous } from './support/client'
import { Confab, createAcme } from './support/confab'
import { certificateFiles, httpsSettings } from './support/https'
import { queue, testKind } from './support/jobs'
import { password, TestServer } from './support/server'

setDefaultTimeout(240_000)

const token = 'a token of many characters'

/** The samples of a scrape: by name and labels as they are written. @throws if a line is none */
function samples(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) /.test(line)) continue
    const [, series, value] = /^([a-zA-Z_:][\w:]*(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? []
    if (series === undefined || value === undefined || Number.isNaN(Number(value)))
      throw new Error(`No sample: ${line}`)
    found.set(series, Number(value))
  }
  return found
}

async function scrape(url: string): Promise<Map<string, number>> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ])
  return samples(await answer.text())
}

/** A server of a test, stopped at its end. */
async function serve(changes: Partial<ServerSettings>) {
  const server = await TestServer.start(changes)
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.stop() })
}

test('without a token or an address, there is no /metrics', async () => {
  await using server = await serve({})
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})

test('the token is asked for, on the port that people use and on an address of its own', async () => {
  await using server = await serve({ metrics: { token, address: { host: '127.0.0.1', port: 0 } } })
  for (const url of [`${server.url}/metrics`, `${server.server.metricsUrl}/metrics`]) {
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer wrong',
      `Basic ${btoa(`x:${token}`)}`,
      `Bearer ${token}x`,
    ]) {
      const answer = await fetch(url, authorization === undefined ? {} : { headers: { authorization } })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(await answer.json()).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
    }
    expect((await scrape(url)).get('confab_ready')).toBe(1)
  }
  // Nothing else is there.
  expect((await fetch(`${server.server.metricsUrl}/api/v1/server_settings`)).status).toBe(404)
})

test('on an address of its own, it needs no token where none is set', async () => {
  await using server = await serve({ metrics: { token: undefined, address: { host: '127.0.0.1', port: 0 } } })
  expect((await fetch(`${server.server.metricsUrl}/metrics`)).status).toBe(200)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})

test('what happens is counted: requests by route and status, writes, people, queues, files', async () => {
  await using server = await serve({ metrics: { token, address: undefined } })
  const { owner } = server
  const before = await scrape(`${server.url}/metrics`)
  await owner.get('/users/me')
  await owner.get('/users/me')
  await owner.get('/users/999999')
  await owner.get('/nothing/here')
  await owner.post('/messages', { type: 'direct', to: `[${owner.id}]`, content: 'Hello' })
  const { body } = await owner.post('/register', {})
  const waiting = owner.get('/events', { queue_id: String(body['queue_id']), last_event_id: '-1' })
  let after = before
  while (after.get('confab_waiting_polls') !== 1) after = await scrape(`${server.url}/metrics`)
  const grew = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
  const requests = (method: string, route: string, status: number) =>
    `confab_http_requests_total{method="${method}",route="${route}",status="${status}"}`
  expect(grew(requests('GET', '/api/v1/users/me', 200))).toBe(2)
  expect(grew(requests('GET', '/api/v1/users/:user_id', 400))).toBe(1)
  expect(grew(requests('', 'unrouted', 404))).toBe(1)
  expect(grew('confab_http_request_duration_seconds_count{method="GET",route="/api/v1/users/me"}')).toBe(2)
  expect(
    grew('confab_http_request_duration_seconds_bucket{method="GET",route="/api/v1/users/me",le="+Inf"}'),
  ).toBe(2)
  expect(after.get('confab_event_queues')).toBe(1)
  expect(after.get('confab_people{state="all"}')).toBe(1)
  expect(after.get('confab_people{state="active_today"}')).toBe(1)
  expect(after.get('confab_writes_total{outcome="done"}')).toBeGreaterThan(0)
  expect(after.get('confab_sync_duration_seconds_count')).toBeGreaterThan(0)
  expect(after.get('confab_storage_bytes{part="databases"}')).toBeGreaterThan(100_000)
  expect(after.get('confab_disk_free_bytes')).toBeGreaterThan(0)
  // Long polls wait by their nature: they count, and are no durations.
  await owner.delete('/events', { queue_id: String(body['queue_id']) })
  const { status } = await waiting
  const polled = await scrape(`${server.url}/metrics`)
  expect(polled.get(requests('GET', '/api/v1/events', status))).toBe(1)
  expect(
    [...polled.keys()].filter((series) => /duration.*\/events/.test(series) && series.includes('GET')),
  ).toEqual([])
})

test('scrapers that come within a moment share an answer, whatever happens meanwhile; commands are told how it is now', async () => {
  await using server = await serve({ metrics: { token, address: undefined, sharedFor: 3_600_000 } })
  const looks = async () => (await scrape(`${server.url}/metrics`)).get('confab_timer_looks_total')
  const first = await looks()
  await server.server.tick()
  expect(await looks()).toBe(first)
  expect((await server.server.snapshot()).timerLooks).toBeGreaterThan(first ?? 0)
})

test('jobs are counted by kind: those that wait, run and failed, and attempts at them', async () => {
  const gate = Promise.withResolvers<void>()
  const kind = testKind('test-work', async ({ payload: { name } }) => {
    if (name === 'bad') throw new GiveUp('It can not be done')
    await gate.promise
  })
  await using server = await serve({ jobKinds: [kind], metrics: { token, address: undefined } })
  await queue(server, kind, 'bad', 'good', 'another')
  const jobs = async (): Promise<unknown[]> => {
    const found = await scrape(`${server.url}/metrics`)
    const count = (state: string) =>
      found.get(`confab_jobs{kind="test-work",delivery="false",state="${state}"}`)
    return [count('waiting'), count('running'), count('failed')]
  }
  while (!Bun.deepEquals(await jobs(), [1, 1, 1])) await server.server.tick().catch(() => undefined)
  gate.resolve()
  await server.server.settled()
  expect(await jobs()).toEqual([0, 0, 1])
  const found = await scrape(`${server.url}/metrics`)
  const attempts = (outcome: string) =>
    found.get(`confab_job_attempts_total{kind="test-work",delivery="false",outcome="${outcome}"}`)
  expect([attempts('done'), attempts('failed')]).toEqual([2, 1])
  expect(found.get('confab_job_duration_seconds_count{kind="test-work"}')).toBe(3)
})

test('what was counted does not fall when an organization leaves', async () => {
  await using server = await serve({ metrics: { token, address: undefined } })
  const { organizations } = server.server
  const left = await organizations.create('left', async (draft) => {
    await found(draft, { name: 'Left', owner: { email: 'o@example.com', fullName: 'Olga', password } })
  })
  const writes = async () =>
    (await scrape(`${server.url}/metrics`)).get('confab_writes_total{outcome="done"}') ?? 0
  const before = await writes()
  for (let count = 0; count < 5; count++) await left.write(() => undefined)
  await organizations.remove(left)
  expect(await writes()).toBeGreaterThanOrEqual(before + 5)
  expect(await writes()).toBeGreaterThanOrEqual(before + 5)
})

describe('the files in deploy/', () => {
  /** What an expression asks for. @throws if it is none */
  function metricsIn(expression: string): string[] {
    const names: string[] = []
    parser.parse(expression).iterate({
      enter({ name, from, to, type }) {
        if (type.isError) throw new Error(`Not PromQL: ${expression}`)
        if (name === 'Identifier') names.push(expression.slice(from, to))
      },
    })
    return names
  }

  async function known(): Promise<Set<string>> {
    using files = await certificateFiles(['chat.test'])
    const https = httpsSettings({ files: [files] })
    const backups = {
      place: { folder: '/nowhere' },
      at: 0,
      recipient: null,
      retention: { daily: 1, weekly: 0, monthly: 0 },
    }
    const rules = { ...defaultRules, backups }
    await using server = await serve({ https, rules, metrics: { token, address: undefined } })
    await server.owner.get('/users/me')
    return new Set(
      [...(await scrape(`${server.url}/metrics`)).keys()].map((series) => series.replace(/\{.*/, '')),
    )
  }

  const Rules = Type.Object({
    groups: Type.Array(
      Type.Object({
        name: Type.String(),
        rules: Type.Array(
          Type.Object({
            alert: Type.String({ pattern: '^Confab[A-Z]' }),
            expr: Type.String(),
            for: Type.Optional(Type.String({ pattern: '^\\d+[smhd]$' })),
            labels: Type.Object({
              severity: Type.Union([Type.Literal('critical'), Type.Literal('warning')]),
            }),
            annotations: Type.Object({ summary: Type.String(), description: Type.String() }),
          }),
        ),
      }),
    ),
  })

  test('alert rules ask for what is there', async () => {
    const { groups } = Value.Parse(
      Rules,
      Bun.YAML.parse(await Bun.file('deploy/prometheus-alerts.yml').text()),
    )
    const there = (await known()).add('up')
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, expr } of rules)
      for (const name of metricsIn(expr)) expect([alert, name, there.has(name)]).toEqual([alert, name, true])
  })

  test('so does the dashboard', async () => {
    const Dashboard = Type.Object({
      panels: Type.Array(
        Type.Object({ title: Type.String(), targets: Type.Array(Type.Object({ expr: Type.String() })) }),
      ),
    })
    const { panels } = Value.Parse(Dashboard, await Bun.file('deploy/grafana-dashboard.json').json())
    const there = await known()
    expect(panels.length).toBeGreaterThan(10)
    for (const { title, targets } of panels) {
      expect(targets.length).toBeGreaterThan(0)
      for (const { expr } of targets)
        for (const name of metricsIn(expr.replaceAll('$__rate_interval', '5m')))
          expect([title, name, there.has(name)]).toEqual([title, name, true])
    }
  })
})

describe('what is slow is logged', () => {
  /** What a server logged while a test ran. */
  function kept() {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
    return { lines, log }
  }

  test('requests, by their route and never by what they were about; long polls are not', async () => {
    const { lines, log } = kept()
    // Whatever takes longer than no time at all.
    await using server = await serve({ log, slowRequest: 0.000_001 })
    await server.owner.get('/users/secret.person@example.com')
    expect(lines).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        requestId: expect.any(String),
        method: 'GET',
        route: '/api/v1/users/:user_id',
        status: 400,
        milliseconds: expect.any(Number),
        msg: 'slow request',
      },
    ])
    lines.length = 0
    const { body } = await server.owner.post('/register', {})
    const queueId = String(body['queue_id'])
    await server.owner.get('/events', { queue_id: queueId, last_event_id: '-1', dont_block: 'true' })
    expect(lines.map(({ route }) => route)).toEqual(['/api/v1/register'])
  })

  test('queries, without the values in them', async () => {
    const told: [string, string, number][] = []
    const slowQueries = { milliseconds: 0, tell: (...slow: [string, string, number]) => void told.push(slow) }
    await using server = await serve({ rules: { ...defaultRules, slowQueries } })
    told.length = 0
    const content = 'The secret of the house'
    await server.owner.post('/messages', { type: 'direct', to: `[${server.owner.id}]`, content })
    expect(told.some(([, sql]) => /insert into "?messages/i.test(sql))).toBe(true)
    expect(JSON.stringify(told)).not.toContain('secret')
    expect(told.every(([subdomain, , milliseconds]) => subdomain === '' && milliseconds > 0)).toBe(true)
  })

  test('by default, nothing of that is', async () => {
    const { lines, log } = kept()
    await using server = await serve({ log })
    await server.owner.get('/users/me')
    expect(lines).toEqual([])
  })
})

test('alive is not yet ready', async () => {
  let isReady = false
  await using server = await serve({ isReady: () => isReady })
  const at = async (path: string) => (await fetch(`${server.url}${path}`)).status
  expect([await at('/health/live'), await at('/health/ready'), await at('/health')]).toEqual([200, 503, 503])
  isReady = true
  expect([await at('/health/live'), await at('/health/ready'), await at('/health')]).toEqual([200, 200, 200])
})

test('`confab status` tells people the same; where no server runs, it says so', async () => {
  await using confab = new Confab()
  await confab.json([...createAcme], 'a long password')
  const { code, err } = await confab.run(['status'])
  expect([code, err]).toEqual([8, expect.stringContaining('No Confab server runs on the data folder')])
  const { url } = await confab.serve()
  await anonymous(url, '/server_settings')
  const status = await confab.json(['status'])
  expect(status).toMatchObject({
    url,
    is_ready: true,
    organizations: { open: 1, damaged: 0 },
    people: { accounts: 1, online: 0 },
    requests: { count: 1, statuses: { '2xx': 1 }, busiest: [{ route: '/api/v1/server_settings', count: 1 }] },
    clients: { queues: 0, waiting: 0 },
  })
  const { out } = await confab.run(['status'])
  expect(out).toMatch(/^Server +Confab \d+\.\d+\.\d+ at http/)
  expect(out).toContain('GET  /api/v1/server_settings')
})

test('the log is JSON where no terminal is, and lines for people where they ask for them', async () => {
  await using confab = new Confab()
  const logged = async (...args: string[]): Promise<string> => {
    const child = Bun.spawn([...confab.program, 'serve', '--port', '0', '--json', ...args], {
      cwd: confab.data,
      env: { CONFAB_DATA: confab.data },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await child.stdout.getReader().read()
    child.kill('SIGTERM')
    await child.exited
    return await child.stderr.text()
  }
  const json = await logged()
  expect(
    json
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
  ).toEqual(['serving', 'stopping', 'stopped'])
  const lines = await logged('--log-format', 'lines')
  expect(lines).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: serving$/m)
  expect(lines).toMatch(/INFO: stopped/)
})
