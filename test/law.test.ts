// The harness itself: it must notice an event that is missing or wrong.
import { quietly } from './support/quietly'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { holdsLaw } from './support/law'
import { TestServer } from './support/server'
import { updateUser } from '../src/users/repository'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.stop())

test('a person who is added arrives at everyone by an event', async () => {
  const member = await server.addPerson('Mia Member')
  await holdsLaw([server.owner, member], () => server.addPerson('Newton New'))
})

test('a change without its event is noticed', async () => {
  const silent = () =>
    quietly(server.organization, (tx) => updateUser(tx, server.owner.id, { timezone: 'Asia/Tokyo' }))
  let noticed = false
  await holdsLaw([server.owner], silent).catch(() => (noticed = true))
  expect(noticed).toBe(true)
})
