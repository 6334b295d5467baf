// End-to-end encrypted devices: registered at the bouncer, pending, active or failed, and gone with their logins.
import { afterAll, describe, expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { deleteJob } from '../src/jobs/repository'
import { organizationUuid, ownUrl } from '../src/organization/address'
import { error, startBouncer } from './support/bouncer'
import type { Client } from './support/client'
import { PhoneCompany } from './support/encrypted-phones'
import { storedJobs } from './support/jobs'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const bouncer = startBouncer()
afterAll(() => bouncer.stop())
const company = new PhoneCompany(bouncer)
const rules = {
  ...defaultRules,
  allowsPrivateAddresses: true,
  push: { ...defaultRules.push, bouncer: bouncer.access },
}
const { server, owner, ann, bob, gus } = await scenario(
  { ann: 'member', bob: 'member', gus: 'guest' },
  { rules },
)
const path = '/mobile_push/register'
const hour = 3600_000
const minutes = 5 * 60_000

const devicesOf = async (person: Client) => Object((await register(person))['push_devices'])
const deviceOf = async (person: Client, { accountId }: { accountId: number }) =>
  (await devicesOf(person))[accountId]

/** What clients are told of devices, in order. */
async function toldOf(person: Client, action: () => Promise<unknown>): Promise<unknown[]> {
  const state = await register(person, { event_types: ['push_device'] })
  await action()
  await server.server.settled()
  const events = await eventsOf({ person, state })
  return events.map(({ push_account_id, status, error_code }) => ({ push_account_id, status, error_code }))
}

const active = { status: 'active', error_code: null }
const pending = { status: 'pending', error_code: null }

describe('registering', () => {
  test('is pending until the bouncer has answered, and the bouncer learns only what it has to', async () => {
    const phone = company.phone('apns')
    const told = await toldOf(ann, () =>
      holdsLaw([ann, bob], async () => {
        expect((await ann.post(path, phone.registration())).body).toEqual({ result: 'success', msg: '' })
        await server.server.settled()
      }),
    )
    const push_account_id = phone.accountId
    expect(told).toEqual([
      { push_account_id, ...pending },
      { push_account_id, ...active },
    ])
    expect(await deviceOf(ann, phone)).toEqual(active)
    expect(await devicesOf(bob)).toEqual({})
    const [call, ...more] = bouncer.take('push/e2ee/register')
    expect(more).toEqual([])
    const { bouncer_public_key, encrypted_push_registration } = phone.registration()
    expect(call?.body).toEqual({
      realm_uuid: organizationUuid(server.organization),
      push_account_id,
      bouncer_public_key,
      encrypted_push_registration: expect.stringMatching(
        new RegExp(`^[\\w+/=]{${encrypted_push_registration.length}}$`),
      ),
    })
  })

  test('to say it again changes nothing; another registration under the number begins anew', async () => {
    const phone = company.phone()
    const registration = phone.registration()
    await ann.post(path, registration)
    await server.server.settled()
    bouncer.take('push/e2ee/register')
    expect(await toldOf(ann, () => ann.post(path, registration))).toEqual([])
    expect(bouncer.take('push/e2ee/register')).toEqual([])
    const told = await toldOf(ann, () => ann.post(path, phone.registration('another')))
    expect(told).toMatchObject([pending, active])
    expect(bouncer.take('push/e2ee/register')).toHaveLength(1)
  })

  test('two people may have drawn the same number', async () => {
    const phone = company.phone()
    for (const person of [ann, bob]) await person.post(path, phone.registration())
    await server.server.settled()
    for (const person of [ann, bob]) expect(await deviceOf(person, phone)).toEqual(active)
  })

  test('what the bouncer refuses has failed, with its reason, and can be tried again', async () => {
    const phone = company.phone()
    const registration = phone.registration()
    for (const [status, code, shown] of [
      [400, 'INVALID_BOUNCER_PUBLIC_KEY', 'INVALID_BOUNCER_PUBLIC_KEY'],
      [400, 'REQUEST_EXPIRED', 'REQUEST_EXPIRED'],
      [400, '<b>', 'BAD_REQUEST'],
    ] as const) {
      bouncer.fault = () => error(status, code)
      const told = await toldOf(ann, () =>
        holdsLaw([ann], async () => {
          await ann.post(path, registration)
          await server.server.settled()
        }),
      )
      expect(told).toMatchObject([pending, { status: 'failed', error_code: shown }])
    }
    bouncer.fault = () => new Response('no', { status: 400 })
    expect(await toldOf(ann, () => ann.post(path, registration))).toMatchObject([
      pending,
      { status: 'failed', error_code: 'BAD_REQUEST' },
    ])
    bouncer.fault = undefined
    expect(await toldOf(ann, () => ann.post(path, registration))).toMatchObject([pending, active])
  })
})

describe('while the bouncer is away', () => {
  const faults = {
    'has a problem of its own': () => error(500, 'INTERNAL'),
    'wants to be left alone': () => error(429, 'RATE_LIMIT_HIT', { 'retry-after': '30' }),
    'does not know this server': () => error(401, 'INVALID_SERVER'),
    'says something else': () => new Response('<html>'),
    'does not say what it calls the device': () => Response.json({ result: 'success', device_id: 'seven' }),
  }
  test.each(Object.entries(faults))(
    'it %s: a device waits, and is active once it is back',
    async (_, fault) => {
      const phone = company.phone()
      bouncer.fault = fault
      await ann.post(path, phone.registration())
      await server.server.settled()
      await server.advance(hour)
      expect(await deviceOf(ann, phone)).toEqual(pending)
      bouncer.fault = undefined
      await server.advance(hour)
      expect(await deviceOf(ann, phone)).toEqual(active)
    },
  )

  test('for a day: the device has failed, whatever became of its job, and can be registered anew', async () => {
    const [tried, forgotten] = [company.phone(), company.phone()]
    bouncer.fault = faults['has a problem of its own']
    for (const phone of [tried, forgotten]) await ann.post(path, phone.registration())
    await server.server.settled()
    const [, job] = storedJobs(server)
    await server.organization.write((tx) => deleteJob(tx, job?.id ?? 0))
    await server.advance(24 * hour - minutes)
    for (const phone of [tried, forgotten]) expect(await deviceOf(ann, phone)).toEqual(pending)
    const failed = { status: 'failed', error_code: 'FAILED_TO_CONNECT_BOUNCER' }
    await holdsLaw([ann], () => server.advance(minutes))
    for (const phone of [tried, forgotten]) expect(await deviceOf(ann, phone)).toEqual(failed)
    bouncer.fault = undefined
    await server.advance(hour)
    for (const phone of [tried, forgotten]) await ann.post(path, phone.registration())
    await server.server.settled()
    for (const phone of [tried, forgotten]) expect(await deviceOf(ann, phone)).toEqual(active)
  })

  test('what was sent meanwhile is what counts', async () => {
    const phone = company.phone()
    const old = { ...phone.registration('old'), bouncer_public_key: Buffer.alloc(32, 1).toString('base64') }
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    bouncer.fault = ({ body }) => {
      if (body['bouncer_public_key'] !== old.bouncer_public_key) return undefined
      asked.resolve()
      return answer.promise
    }
    await ann.post(path, old)
    await asked.promise
    await ann.post(path, phone.registration('new'))
    answer.resolve(error(400, 'INVALID_BOUNCER_PUBLIC_KEY'))
    await server.server.settled()
    bouncer.fault = undefined
    expect(await deviceOf(ann, phone)).toEqual(active)
  })
})

describe('devices end', () => {
  test('with the API key that they were registered with: others have failed, and say so', async () => {
    const cy = await server.addPerson('Cy')
    const phone = company.phone()
    await cy.post(path, phone.registration())
    await server.server.settled()
    await holdsLaw([bob], async () => {
      cy.apiKey = String((await cy.post('/users/me/api_key/regenerate')).body['api_key'])
    })
    const code = 'INVALID_PUSH_DEVICE_TOKEN'
    expect(await deviceOf(cy, phone)).toEqual({ status: 'failed', error_code: code })
    await cy.post(path, phone.registration())
    await server.server.settled()
    expect(await deviceOf(cy, phone)).toEqual(active)
  })

  test('with the account', async () => {
    const cy = await server.addPerson('Cyd')
    await cy.post(path, company.phone().registration())
    await server.server.settled()
    await holdsLaw([bob], () => owner.delete(`/users/${cy.id}`))
    await server.reactivate(cy)
    expect(await devicesOf(cy)).toEqual({})
  })

  test('where there are too many: those that have failed give way, then the oldest', async () => {
    const phones = Array.from({ length: 32 }, () => company.phone())
    const cy = await server.addPerson('Cynthia')
    for (const phone of phones.slice(0, 30)) {
      if (phone === phones[3]) bouncer.fault = () => error(400, 'REQUEST_EXPIRED')
      await cy.post(path, phone.registration())
      await server.server.settled()
      bouncer.fault = undefined
      await server.advance(1000)
    }
    const has = async () => Object.keys(await devicesOf(cy)).map(Number)
    const accounts = phones.map(({ accountId }) => accountId)
    await cy.post(path, phones[30]?.registration())
    expect(await has()).toEqual(accounts.slice(0, 31).filter((_, index) => index !== 3))
    await cy.post(path, phones[31]?.registration())
    await server.server.settled()
    expect(await has()).toEqual(accounts.slice(1).filter((_, index) => index !== 2))
  })
})

describe('what is no device is refused', () => {
  const good = company.phone().registration()
  const short = Buffer.alloc(31, 9).toString('base64')
  const bad: Record<string, Refusal['answer'] & { parameters: Record<string, unknown> }> = {
    nothing: { parameters: {}, ...missing('token_kind') },
    'another kind': { parameters: { ...good, token_kind: 'sms' }, ...invalid('token_kind') },
    'a number that is none': { parameters: { ...good, push_account_id: 'x' }, ...invalid('push_account_id') },
    'a number below zero': { parameters: { ...good, push_account_id: -1 }, ...invalid('push_account_id') },
    'a number too large': {
      parameters: { ...good, push_account_id: 2 ** 53 },
      ...invalid('push_account_id'),
    },
    'a short key': { parameters: { ...good, push_public_key: short }, ...invalid('push_public_key') },
    'a long key': { parameters: { ...good, push_public_key: 'A'.repeat(48) }, ...invalid('push_public_key') },
    'a key that everybody can open': {
      parameters: { ...good, push_public_key: Buffer.alloc(32).toString('base64') },
      ...invalid('push_public_key'),
    },
    'a key that is no Base64': {
      parameters: { ...good, push_public_key: 'ü'.repeat(44) },
      ...invalid('push_public_key'),
    },
    'a short key of the bouncer': {
      parameters: { ...good, bouncer_public_key: short },
      ...invalid('bouncer_public_key'),
    },
    'an empty box': {
      parameters: { ...good, encrypted_push_registration: Buffer.alloc(48).toString('base64') },
      ...invalid('encrypted_push_registration'),
    },
    'a big box': {
      parameters: { ...good, encrypted_push_registration: 'A'.repeat(8196) },
      ...invalid('encrypted_push_registration'),
    },
  }
  test.each(Object.entries(bad))('%s', async (_, { parameters, ...answer }) => {
    const calls = bouncer.calls.length
    await areRefused(gus, [{ who: gus, method: 'post', path, parameters, answer }])
    await server.server.settled()
    expect(bouncer.calls).toHaveLength(calls)
  })
})

describe('a test notification', () => {
  const test_notification = '/mobile_push/e2ee/test_notification'
  const refused = (status: number, code: string) => ({ status, body: { result: 'error', code } })

  test('comes to one device or to all, encrypted', async () => {
    const dee = await server.addPerson('Dee')
    const [android, apple] = [company.phone('fcm'), company.phone('apns')]
    for (const phone of [android, apple]) await dee.post(path, phone.registration())
    await server.server.settled()
    const sent = {
      type: 'test',
      realm_url: ownUrl(server.organization),
      realm_name: 'Test organization',
      user_id: dee.id,
    }
    expect((await dee.post(test_notification, { push_account_id: apple.accountId })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect([android.notifications, apple.notifications]).toEqual([[], [sent]])
    expect((await dee.post(test_notification)).status).toBe(200)
    expect([android.notifications, apple.notifications]).toEqual([[sent], [sent, sent]])
    // The bouncer sees which account it is for, and nothing else.
    const encrypted_data = expect.stringMatching(/^[\w+/]+={0,2}$/)
    expect<unknown>(android.passed[0]).toEqual({
      device_id: expect.any(Number),
      fcm_priority: 'high',
      payload: { push_account_id: String(android.accountId), encrypted_data },
    })
    expect<unknown>(apple.passed[0]).toEqual({
      device_id: expect.any(Number),
      http_headers: { 'apns-priority': '10', 'apns-push-type': 'alert' },
      payload: { push_account_id: apple.accountId, encrypted_data },
    })
  })

  test('there has to be an active device of the caller’s own', async () => {
    const [one, other] = [company.phone(), company.phone()]
    const dan = await server.addPerson('Dan')
    const none = refused(400, 'NO_ACTIVE_PUSH_DEVICE')
    expect(await dan.post(test_notification)).toMatchObject(none)
    bouncer.fault = () => error(500, 'INTERNAL')
    await dan.post(path, one.registration())
    await server.server.settled()
    bouncer.fault = undefined
    expect(await dan.post(test_notification)).toMatchObject(none)
    await server.advance(hour)
    await bob.post(path, other.registration())
    await server.server.settled()
    expect(await dan.post(test_notification, { push_account_id: other.accountId })).toMatchObject(none)
    expect(await dan.post(test_notification, { push_account_id: -5 })).toMatchObject(none)
    expect(await dan.post(test_notification, { push_account_id: 'x' })).toMatchObject(
      refused(400, 'REQUEST_VARIABLE_INVALID'),
    )
    expect(await dan.post(test_notification, { push_account_id: one.accountId })).toMatchObject({
      status: 200,
    })
  })

  test('devices that the bouncer says are gone have failed', async () => {
    const [lost, kept] = [company.phone(), company.phone()]
    const eve = await server.addPerson('Eve')
    for (const phone of [lost, kept]) await eve.post(path, phone.registration())
    await server.server.settled()
    lost.isGone = true
    await holdsLaw([eve], () => eve.post(test_notification))
    expect(await deviceOf(eve, lost)).toEqual({
      status: 'failed',
      error_code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    })
    expect(await deviceOf(eve, kept)).toEqual(active)
    kept.isGone = true
    expect(await eve.post(test_notification)).toMatchObject(refused(400, 'NO_ACTIVE_PUSH_DEVICE'))
  })

  test('what is wrong with the bouncer is said', async () => {
    const phone = company.phone()
    await gus.post(path, phone.registration())
    await server.server.settled()
    const errors = [
      [() => error(401, 'INVALID_SERVER'), 'ADMIN_ACTION_REQUIRED'],
      [() => error(403, 'PLAN_EXPIRED'), 'ADMIN_ACTION_REQUIRED'],
      [() => error(400, 'BAD_REQUEST'), 'ADMIN_ACTION_REQUIRED'],
      [() => error(500, 'INTERNAL'), 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
      [() => new Response('<html>'), 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    ] as const
    for (const [fault, code] of errors) {
      bouncer.fault = fault
      expect(await gus.post(test_notification)).toMatchObject(refused(502, code))
    }
    bouncer.fault = undefined
    expect(phone.notifications).toEqual([])
  })
})

test('without a bouncer, or with one that is not there', async () => {
  const without = await scenario({})
  const nowhere = { ...bouncer.access, url: 'http://127.0.0.1:1' }
  const unreachable = await scenario({}, { rules: { ...rules, push: { ...rules.push, bouncer: nowhere } } })
  const phone = company.phone()
  const refusal = await without.owner.post(path, phone.registration())
  expect([refusal.status, refusal.body['code']]).toEqual([502, 'ADMIN_ACTION_REQUIRED'])
  expect(await devicesOf(without.owner)).toEqual({})
  await unreachable.owner.post(path, phone.registration())
  await unreachable.server.server.settled()
  expect(await deviceOf(unreachable.owner, phone)).toEqual(pending)
})
