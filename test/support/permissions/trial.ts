// How a permission is tried over HTTP: those who lack it are refused and nothing happens, and a change holds from the next request on.
import { expect } from 'bun:test'
import type { Client, Parameters, Reply } from '../client'
import { eventsOf, holdsLaw, register } from '../law'
import type { TestServer } from '../server'

/** What a permission is needed for. */
export interface Call {
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  parameters?: Parameters
  /** Sent as a file. */
  file?: Uint8Array
}

/** How one permission is tried. */
export interface Trial<Subject> {
  /** Makes all that the call needs but the permission. Each call has things of its own, so that it can be made again. */
  ready(who: Client, subject: Subject): Promise<Call>
  /** The answer to those who lack it; BAD_REQUEST with a text like this, or another code. */
  refusal: string | { code: string }
  /** Whom it is tried on, and groups with and without that person; else a member, who has it alone or has it not. */
  sides?: { person: Client; withThem: unknown; withoutThem: unknown }
}

/** Everything else that a trial needs. */
interface Stage<Subject> {
  server: TestServer
  /** Members like any other. */
  members: readonly [Client, Client]
  subject: Subject
  /** Gives the permission away. */
  change(change: { new: unknown; old?: unknown }): Promise<Reply>
}

/** Gives the permission to and fro, and has it tried each time; clients know at the end what came of it all. */
export async function tryPermission<Subject>(trial: Trial<Subject>, stage: Stage<Subject>): Promise<void> {
  const { server, subject, members, change } = stage
  const [member, other] = members
  const { person, withThem, withoutThem } = trial.sides ?? {
    person: member,
    withThem: listed(member),
    withoutThem: listed(other),
  }
  const succeeds = async (who: Client): Promise<void> => {
    const call = await trial.ready(who, subject)
    const { body } = await make(call, who)
    expect({ call, body }).toMatchObject({ call, body: { result: 'success' } })
  }
  const fails = async (who: Client): Promise<void> => {
    const call = await trial.ready(who, subject)
    await doesNothing(server, () => make(call, who), refusalOf(trial))
  }
  const changed = async (next: { new: unknown; old?: unknown }): Promise<void> => {
    const { body } = await change(next)
    expect({ next, body }).toMatchObject({ next, body: { result: 'success' } })
  }
  await holdsLaw([server.owner, person], async () => {
    await changed({ new: withoutThem })
    await fails(person)
    await changed({ new: withThem, old: withoutThem })
    await succeeds(person)
    if (!trial.sides) await fails(other)
    const mistaken = { new: withoutThem, old: withoutThem }
    await doesNothing(server, () => change(mistaken), { code: 'EXPECTATION_MISMATCH' })
    await succeeds(person)
    await changed({ new: withoutThem, old: withThem })
    await fails(person)
  })
}

/** A permission that one person has, and nobody else. */
function listed(person: Client) {
  return { direct_members: [person.id], direct_subgroups: [] }
}

function make({ method, path, parameters, file }: Call, who: Client): Promise<Reply> {
  if (file) return who.upload(path, file, parameters)
  return who[method](path, parameters)
}

function refusalOf({ refusal }: Trial<never>): object {
  if (typeof refusal !== 'string') return refusal
  return { code: 'BAD_REQUEST', msg: expect.stringContaining(refusal) }
}

/** The call is refused; nothing is stored, and nobody hears of anything. */
async function doesNothing(server: TestServer, call: () => Promise<Reply>, answer: object): Promise<void> {
  const watcher = { person: server.owner, state: await register(server.owner, { fetch_event_types: [] }) }
  const before = stored(server)
  const { body } = await call()
  expect(body).toMatchObject({ result: 'error', ...answer })
  expect(stored(server)).toBe(before)
  expect(await eventsOf(watcher)).toEqual([])
}

function stored({ organization }: TestServer): bigint | number {
  return Bun.hash(organization.db.sqlite.serialize())
}
