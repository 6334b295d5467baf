// The harness itself: it must notice an event that is missing or wrong.
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { holdsLaw } from './support/law'
import { scenario } from './support/scenario'
import { updateUser } from '../src/users/repository'

const { server } = await scenario({})

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
