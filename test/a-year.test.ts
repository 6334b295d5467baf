// A year in the life of a server, on one clock: upgraded from 0.1, a Slack archive imported, saved every night, a disk that fills, an
// organization moved while people write, and a second machine that takes over from a backup.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { said, say } from './support/backups'
import { Client } from './support/client'
import { Confab, createAcme, limited, type ServerProcess } from './support/confab'
import { importer } from './support/imports'
import { logIn, stoppedAt, unpackRelease01 } from './support/release-0.1'
import { slackExport } from './support/slack-export'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

const day = 24 * 3600 * 1000
const token = 'a token for those who watch'

test('a year', async () => {
  await using confab = new Confab()
  await using other = new Confab()
  const place = join(other.data, 'backups')
  const clock = join(other.data, 'clock')
  let now = stoppedAt + 3600_000
  const goTo = (time: number) => writeFileSync(clock, String((now = time)))
  goTo(now)
  const settings = ['--json', '--rate-limits', 'off', '--clock-file', clock, '--backups', place]
  const serve = (from = confab, program = confab.program) => from.serve(settings, undefined, program)
  const end = async (server: ServerProcess) => {
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  }
  writeFileSync(join(confab.data, 'confab.toml'), `metrics-token-file = "token"\n`)
  writeFileSync(join(confab.data, 'token'), token, { mode: 0o600 })

  // In the first days: what release 0.1 left is upgraded, saved at once, and a Slack workspace comes over.
  const old = join(await unpackRelease01(confab.data), '..', 'confab.schema-2.sqlite')
  let server = await serve()
  let olive = await logIn(server.url, 'olive')
  expect(existsSync(old)).toBe(true)
  await until(async () => (await backups(confab, place)).length > 0)
  const { taken } = await importer('slack')(confab, slackExport())
  expect(taken).toMatchObject({ people: 7, messages: 10 })
  goTo(now + day)
  await until(async () => !existsSync(old) && (await backups(confab, place)).length > 1)

  // Month by month it is saved, and what has had its time goes.
  const written: string[] = []
  for (let month = 1; month <= 6; month++) {
    const before = (await backups(confab, place)).at(-1)
    goTo(now + 30 * day)
    await say(olive, `In month ${month}`)
    written.push(`In month ${month}`)
    await until(async () => (await backups(confab, place)).at(-1) !== before)
  }
  expect((await backups(confab, place)).length).toBeGreaterThan(5)
  expect(await metric(server, 'confab_backup_timestamp_seconds')).toBeGreaterThan(now / 1000 - 86_400)
  expect(await metric(server, 'confab_backup_failing')).toBe(0)

  // The disk fills: what was acknowledged stays, and with room it goes on.
  await end(server)
  server = await serve(confab, limited(confab, 4096))
  olive = againAt(server, olive)
  for (let refused = 0; refused < 3;) {
    const content = `While it fills ${'word '.repeat(1900).trim()} ${written.length}`
    const { status } = await olive.post('/messages', { type: 'direct', to: [olive.id], content })
    if (status === 200) written.push(content)
    else refused++
    expect([200, 507]).toContain(status)
  }
  expect((await olive.get('/users/me')).status).toBe(200)
  await end(server)
  server = await serve()
  olive = againAt(server, olive)
  expect((await said(olive)).filter((content) => written.includes(content))).toEqual(written)

  // One organization goes to another machine while somebody writes there.
  const founded = await confab.json([...createAcme, '--subdomain', 'acme'], 'a long password\n')
  const next = await other.serve(['--json', '--rate-limits', 'off', '--clock-file', clock])
  const acknowledged: string[] = []
  const over = new AbortController()
  const hostOf = ({ url }: ServerProcess) => url.replace('127.0.0.1', 'acme.localhost')
  const acmeAt = (url: string) => new Client(url, 1, 'owner@x.io', String(founded['api_key']))
  const work = (async () => {
    for (let number = 0; !over.signal.aborted; number++) {
      for (const at of [server, next]) {
        const sent = await say(acmeAt(hostOf(at)), `number ${number}`).then(
          () => true,
          () => false,
        )
        if (!sent) continue
        acknowledged.push(`number ${number}`)
        break
      }
    }
  })()
  await until(async () => acknowledged.length > 20)
  const { token: leave } = await other.json(['organization', 'receive', '--subdomain', 'acme'])
  const move = ['organization', 'move', '--subdomain', 'acme', '--to', next.url]
  expect(await confab.run(move, '', { CONFAB_MOVE_TOKEN: String(leave) })).toMatchObject({ code: 0 })
  const moved = acknowledged.length
  await until(async () => acknowledged.length > moved + 5)
  over.abort()
  await work
  const there = await said(acmeAt(hostOf(next)))
  expect(acknowledged.filter((content) => !there.includes(content))).toEqual([])
  await end(next)

  // A year is over, and the machine is gone: another takes over from the last night's backup.
  await say(olive, 'On the last evening')
  const last = (await backups(confab, place)).at(-1)
  goTo(stoppedAt + 365 * day)
  await until(async () => (await backups(confab, place)).at(-1) !== last)
  server.kill('SIGKILL')
  await server.exited
  const folder = join(other.data, 'instead')
  const restored = await other.run(['backup', 'restore', '--backups', place, '--to', folder])
  expect(restored).toMatchObject({ code: 0, err: '' })
  const instead = await other.serve([...settings, '--data', folder])
  const texts = await said(againAt(instead, olive))
  for (const content of written) expect(texts).toContain(content)
  expect(texts).toContain('On the last evening')
  expect(await metric(instead, 'confab_ready')).toBe(1)
})

/** The names of the backups at a place, the oldest first. */
async function backups(confab: Confab, place: string): Promise<string[]> {
  const { backups: listed } = await confab.json(['backup', 'list', '--backups', place])
  return Array.isArray(listed) ? listed.map(({ backup }) => backup) : []
}

/** What Prometheus would be told. */
async function metric({ url }: ServerProcess, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(await answer.text())?.[1])
}

/** The same person at another address of the server. */
function againAt({ url }: ServerProcess, { id, email, apiKey }: Client): Client {
  return new Client(url, id, email, apiKey)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(50)
}
