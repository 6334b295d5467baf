// Devices that are notified by the plain protocol: whose they are, and who must not be notified there any more.
import { expect, test } from 'bun:test'
import { devicesOf } from '../src/push/plain/repository'
import type { Client } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused, badRequest, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ann, bob, gus } = await scenario({ ann: 'member', bob: 'member', gus: 'guest' })

const fcm = '/users/me/android_gcm_reg_id'
const apns = '/users/me/apns_device_token'
const appid = 'org.example.App'
const apple = (digit: string) => digit.repeat(64)

/** The tokens of a person's devices, in the order they came. */
function tokens(who: Client): string[] {
  return devicesOf(server.organization.db, [who.id]).map(({ token }) => token)
}

test('a device is added once, however often it says so, and removed', async () => {
  for (let time = 0; time < 2; time++) {
    const android = await holdsLaw([gus], () => gus.post(fcm, { token: 'android-1' }))
    expect(android.body).toEqual({ result: 'success', msg: '' })
    const iphone = await holdsLaw([gus], () => gus.post(apns, { token: apple('a'), appid }))
    expect(iphone.body).toEqual({ result: 'success', msg: '' })
  }
  expect(tokens(gus)).toEqual(['android-1', apple('a')])
  const removed = await holdsLaw([gus], () => gus.delete(fcm, { token: 'android-1' }))
  expect(removed.body).toEqual({ result: 'success', msg: '' })
  expect(tokens(gus)).toEqual([apple('a')])
  await gus.delete(apns, { token: apple('a') })
  expect(tokens(gus)).toEqual([])
})

test('a phone that changes hands is the new person’s alone', async () => {
  await ann.post(fcm, { token: 'shared' })
  await bob.post(fcm, { token: 'shared' })
  expect([tokens(ann), tokens(bob)]).toEqual([[], ['shared']])
  // Devices of other makers are others.
  await ann.post(apns, { token: 'shared', appid })
  expect([tokens(ann), tokens(bob)]).toEqual([['shared'], ['shared']])
  await ann.post(fcm, { token: 'shared' })
  expect([tokens(ann), tokens(bob)]).toEqual([['shared', 'shared'], []])
})

test('what can be no device, and what is not one’s own, is refused and changes nothing', async () => {
  await bob.post(fcm, { token: 'bobs' })
  const call = (
    method: Refusal['method'],
    path: string,
    parameters: Record<string, unknown>,
    answer: Refusal['answer'],
  ): Refusal => ({ who: ann, method, path, parameters, answer })
  const length = badRequest('Empty or invalid length token')
  const none = badRequest('Token does not exist')
  await areRefused(ann, [
    call('post', fcm, {}, missing('token')),
    call('post', fcm, { token: '' }, length),
    call('post', fcm, { token: 'x'.repeat(4097) }, length),
    call('post', apns, { token: apple('a') }, missing('appid')),
    call('post', apns, { appid }, missing('token')),
    call('post', apns, { token: '', appid }, length),
    call('post', apns, { token: 'a token!', appid }, badRequest('Invalid APNS token')),
    call('post', apns, { token: apple('a'), appid: '../evil' }, badRequest('Invalid app ID')),
    call('post', apns, { token: apple('a'), appid: `a.${'b'.repeat(255)}` }, badRequest('Invalid app ID')),
    call('delete', fcm, {}, missing('token')),
    call('delete', fcm, { token: '' }, length),
    call('delete', fcm, { token: 'bobs' }, none),
    call('delete', fcm, { token: 'nobodys' }, none),
    call('delete', apns, { token: '' }, length),
    call('delete', apns, { token: 'bobs' }, none),
  ])
  expect(tokens(bob)).toEqual(['bobs'])
  expect(tokens(ann)).toEqual(['shared', 'shared'])
})

test('the fifty-first device takes the place of the one that was registered longest ago', async () => {
  const names = Array.from({ length: 51 }, (_, index) => `phone-${index}`)
  for (const token of names.slice(0, 50)) await owner.post(fcm, { token })
  server.clock.advance(25 * 3600_000)
  await owner.post(fcm, { token: 'phone-0' })
  await owner.post(fcm, { token: 'phone-50' })
  expect(tokens(owner)).toEqual(names.filter((name) => name !== 'phone-1'))
})

test('whose logins end, or whose account is closed, is notified nowhere', async () => {
  const cleo = await server.addPerson('Cleo')
  await cleo.post(fcm, { token: 'cleos' })
  const made = await cleo.post('/users/me/api_key/regenerate')
  cleo.apiKey = String(made.body['api_key'])
  expect(tokens(cleo)).toEqual([])
  await cleo.post(fcm, { token: 'cleos' })
  await owner.delete(`/users/${cleo.id}`)
  expect(tokens(cleo)).toEqual([])
  expect((await cleo.post(fcm, { token: 'cleos' })).status).toBe(401)
  await server.reactivate(cleo)
  expect(tokens(cleo)).toEqual([])
})
