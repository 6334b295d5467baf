// What a file of tests begins with: a server of its own and people by their names, gone when its tests are done.
import { afterAll } from 'bun:test'
import type { ServerSettings } from '../../src/server'
import type { roles } from '../../src/users/rank'
import type { Client } from './client'
import { TestServer } from './server'

type Role = keyof typeof roles
const roleNames = [
  'owner',
  'administrator',
  'moderator',
  'member',
  'guest',
] as const satisfies readonly Role[]

/** A role, with a full name where that is not the key with a capital: `guest Gus Guest`. */
type Person = Role | `${Role} ${string}`

/**
 * Starts a server with these people, who join in this order, beside the owner who founded it. To be awaited at the top of
 * a file: `const { server, ann, bob } = await scenario({ ann: 'member', bob: 'guest' })`.
 */
export async function scenario<Name extends string>(
  people: Readonly<Record<Name, Person>>,
  settings: Partial<ServerSettings> = {},
): Promise<{ server: TestServer; owner: Client } & Record<Name, Client>> {
  const server = await TestServer.start(settings)
  afterAll(() => server.stop())
  return { server, owner: server.owner, ...(await addPeople(server, people)) }
}

/** Adds these people to a server, in this order. */
export async function addPeople<Name extends string>(
  server: Pick<TestServer, 'addPerson'>,
  people: Readonly<Record<Name, Person>>,
): Promise<Record<Name, Client>> {
  const clients: Partial<Record<Name, Client>> = {}
  for (const name in people) {
    const { role, fullName } = described(name, people[name])
    clients[name] = await server.addPerson(fullName, role)
  }
  if (!isComplete(clients)) throw new Error('Somebody is missing')
  return clients
}

function described(name: string, person: string): { role: Role; fullName: string } {
  const role = roleNames.find((each) => person === each || person.startsWith(`${each} `))
  if (!role) throw new Error(`${person} names no role`)
  const fullName = person.slice(role.length + 1)
  return { role, fullName: fullName === '' ? name.charAt(0).toUpperCase() + name.slice(1) : fullName }
}

function isComplete<Name extends string>(
  clients: Partial<Record<Name, Client>>,
): clients is Record<Name, Client> {
  return Object.values(clients).every((client) => client !== undefined)
}
