// Phones for tests: registered over the API, and what is on them.
import { expect } from 'bun:test'
import type { Client } from './client'
import type { TestServer } from './server'

/** Gives these people a phone each. */
export async function givePhones(...people: Client[]): Promise<void> {
  const register = (person: Client) =>
    person.post('/users/me/android_gcm_reg_id', { token: `phone-${person.id}` })
  for (const { body } of await Promise.all(people.map(register))) {
    expect(body).toMatchObject({ result: 'success' })
  }
}

/** The messages of which the person's devices show a notification, or will once they can be reached; ascending. */
export async function onDevices({ server, organization }: TestServer, person: Client): Promise<number[]> {
  await server.settled()
  return organization.db.sqlite
    .query<[number], [number]>('SELECT message_id FROM pushed_messages WHERE user_id = ? ORDER BY message_id')
    .values(person.id)
    .map(([id]) => Number(id))
}
