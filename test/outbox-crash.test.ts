// The way to people's devices under SIGKILL, with the real process: nobody is left out, and what comes twice has one name.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBouncer, type BouncerCall } from './support/bouncer'
import { addChannel } from './support/channels'
import { Client } from './support/client'
import { Confab, createAcme, type ServerProcess } from './support/confab'
import { givePhones } from './support/devices'
import { builtExecutable } from './support/executable'
import { item } from './support/law/rules'
import { sendToChannel } from './support/messages'
import { eventually } from './support/waiting'

setDefaultTimeout(240_000)

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
})

const bouncer = startBouncer()
afterAll(() => bouncer.stop())

const options = ['--json', '--rate-limits', 'off', '--allow-private-addresses']
const crowdSize = 6

/** How many notifications have come when it is killed: none if the message has just been sent. */
const moments = [0, 1, 3, crowdSize]

test('whenever the server is killed, all who are mentioned are notified, by one name each, and what they read is taken back', async () => {
  await using confab = new Confab([executable])
  const made = await confab.json(createAcme, 'a long password\n')
  // As `confab push register` leaves it.
  writeFileSync(join(confab.data, 'push-bouncer.json'), JSON.stringify(bouncer.access))
  const crowd: Record<string, unknown>[] = []
  for (let index = 0; index < crowdSize; index++) {
    const names = ['--email', `p${index}@x.io`, '--name', `Person ${index}`, '--password-stdin']
    crowd.push(await confab.json(['user', 'create', ...names], 'a long password\n'))
  }
  let server = await confab.serve(options)
  const owner = (at: ServerProcess) => clientOf(at, made, 'owner@x.io')
  const people = (at: ServerProcess) => crowd.map((each, index) => clientOf(at, each, `p${index}@x.io`))
  await givePhones(...people(server))
  const town = await addChannel(owner(server), 'town', people(server))
  const killAndStart = async () => {
    server.kill('SIGKILL')
    await server.exited
    server = await confab.serve(options)
  }
  await eventually(() => bouncer.devices.size === crowdSize)

  for (const moment of moments) {
    bouncer.calls.length = 0
    const isKilled = Promise.withResolvers<void>()
    let count = 0
    bouncer.fault = async ({ path }) => {
      if (path !== 'push/notify' || ++count !== moment) return undefined
      isKilled.resolve(killAndStart())
      await server.exited
      return new Response('too late', { status: 500 })
    }
    const id = await sendToChannel(owner(server), town, '@**all** look')
    if (moment === 0) isKilled.resolve(killAndStart())
    await isKilled.promise
    const told = () => bouncer.calls.filter((call) => saidOf(call)['zulip_message_id'] === String(id))
    await eventually(() => new Set(told().map(personOf)).size === crowdSize)
    await untilNothingWaits(confab)
    const names = new Set(told().map((call) => `${personOf(call)} ${call.headers.get('idempotency-key')}`))
    expect(names.size).toBe(crowdSize)
    // What was under way when it was killed may have come twice, nothing else.
    expect(told().length).toBeLessThanOrEqual(crowdSize + (moment === 0 ? 0 : 2 * crowdSize))

    bouncer.fault = undefined
    bouncer.calls.length = 0
    await people(server)[0]?.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await owner(server).delete(`/messages/${id}`)
    await killAndStart()
    const takenBack = () => bouncer.calls.filter((call) => saidOf(call)['zulip_message_ids'] === String(id))
    await eventually(() => new Set(takenBack().map(personOf)).size === crowdSize)
    await untilNothingWaits(confab)
  }
})

function clientOf({ url }: ServerProcess, made: Record<string, unknown>, email: string): Client {
  return new Client(url, Number(made['user_id']), email, String(made['api_key']))
}

/** What a notification says to phones. */
function saidOf({ path, body }: BouncerCall) {
  return path === 'push/notify' ? item(body['gcm_payload']) : {}
}

function personOf({ body }: BouncerCall): unknown {
  return body['user_uuid']
}

async function untilNothingWaits(confab: Confab): Promise<void> {
  for (;;) {
    const { jobs } = await confab.json(['jobs', 'list'])
    if (Array.isArray(jobs) && jobs.length === 0) return
  }
}
