// Random reports, hiding, closed accounts and changed addresses against a model of what each question is answered.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { startOfTests, TestServer } from './support/server'
import { item } from './support/law/rules'
import type { Client } from './support/client'
import { randomly, type Did } from './support/random'

const person = fc.nat(3)
const question = fc.record({
  who: person,
  /** How far back from the newest number; beyond the first: everything, below zero: a number to come. */
  back: fc.oneof(fc.integer({ min: -2, max: 20 }), fc.constant(1_000_000)),
  days: fc.constantFrom(0, 1, 14, 9_000_000_000_000_000),
})
const step = fc.oneof(
  { weight: 40, arbitrary: fc.record({ report: fc.constantFrom('active', 'idle'), who: person }) },
  { weight: 20, arbitrary: fc.record({ wait: fc.constantFrom(1, 60, 200, 90_000) }) },
  { weight: 4, arbitrary: fc.record({ shows: fc.boolean(), who: person }) },
  { weight: 1, arbitrary: fc.record({ visibility: fc.constantFrom(1, 4), who: person }) },
  { weight: 1, arbitrary: fc.record({ isActive: fc.boolean() }) },
  { weight: 30, arbitrary: fc.record({ ask: question }) },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Known {
  activeAt: number | undefined
  connectedAt: number
  updateId: number
}

/** What the server should know. */
class Model {
  readonly records = new Map<number, Known>()
  readonly hidden = new Set<number>()
  last = 0

  set(id: number, activeAt: number | undefined, connectedAt: number): void {
    const before = this.records.get(id)
    if (before?.activeAt === activeAt && before?.connectedAt === connectedAt) return
    this.records.set(id, { activeAt, connectedAt, updateId: ++this.last })
  }

  report(id: number, status: string, now: number): void {
    if (!this.hidden.has(id)) this.set(id, status === 'active' ? now : this.records.get(id)?.activeAt, now)
  }

  hide(id: number, now: number): void {
    const record = this.records.get(id)
    if (this.hidden.has(id) || !record) return
    const latest = now - 141
    if (record.connectedAt <= latest) return
    const { activeAt } = record
    this.set(id, activeAt === undefined ? undefined : Math.min(activeAt, latest), latest)
  }

  answer(since: number, oldest: number, isActive: (id: number) => boolean): Record<string, object> {
    const isKnown = since > 0 && since <= this.last
    const answered: Record<string, object> = {}
    for (const [id, { activeAt, connectedAt, updateId }] of this.records) {
      if (!isActive(id) || (isKnown ? updateId <= since : connectedAt < oldest)) continue
      const longAgo = Math.min(startOfTests / 1000, connectedAt - 141)
      answered[id] = { active_timestamp: activeAt ?? longAgo, idle_timestamp: connectedAt }
    }
    return answered
  }
}

test('whatever happens, each client is answered what is new to it', async () => {
  const must = 'wait report shows visibility isActive ask news nothing'
  const steps = fc.array(step, { minLength: 700, maxLength: 700 })
  await randomly(steps, { runs: 2, must, shrinks: false, evenly: true }, async (taken, did) => {
    const server = await TestServer.start()
    try {
      await live(server, taken, did)
    } finally {
      await server.stop()
    }
  })
}, 240_000)

test('answers that are made at the same time do not disturb each other', async () => {
  const server = await TestServer.start()
  const people: Client[] = [server.owner]
  for (let index = 0; index < 30; index++) people.push(await server.addPerson(`Person ${index}`))
  const report = async (who: Client, parameters: object) => {
    const { body } = await who.post('/users/me/presence', { status: 'active', ...parameters })
    return Object.keys(item(body['presences'])).length
  }
  for (const who of people) await report(who, {})
  for (let round = 0; round < 5; round++) {
    server.clock.advance(1000)
    const counts = await Promise.all(
      people.flatMap((who) => [report(who, { slim_presence: true }), report(who, {})]),
    )
    expect(new Set(counts)).toEqual(new Set([people.length]))
  }
  await server.stop()
})

async function live(server: TestServer, steps: readonly Step[], did: Did): Promise<void> {
  const people: Client[] = [server.owner]
  for (const name of ['Ada', 'Bob', 'Zoë']) people.push(await server.addPerson(name))
  const leaver = await server.addPerson('Lea')
  await leaver.post('/users/me/presence', { status: 'active' })
  const model = new Model()
  const now = () => server.clock.now() / 1000
  model.report(leaver.id, 'active', now())
  let isActive = true
  const who = (index: number) => people[index] ?? server.owner
  for (const each of steps) {
    for (const kind of Object.keys(each)) if (kind !== 'who') did(kind)
    if ('wait' in each) server.clock.advance(each.wait * 1000)
    if ('report' in each) {
      const { id } = who(each.who)
      await who(each.who).post('/users/me/presence', { status: each.report, ping_only: true })
      model.report(id, each.report, now())
    }
    if ('shows' in each) {
      const { id } = who(each.who)
      await who(each.who).patch('/settings', { presence_enabled: each.shows })
      if (each.shows) model.hidden.delete(id)
      else {
        model.hide(id, now())
        model.hidden.add(id)
      }
    }
    if ('visibility' in each) {
      await who(each.who).patch('/settings', { email_address_visibility: each.visibility })
    }
    if ('isActive' in each && each.isActive !== isActive) {
      isActive = each.isActive
      const account = `/users/${leaver.id}`
      await (isActive ? server.reactivate(leaver) : server.owner.delete(account))
    }
    if ('ask' in each) {
      const { who: asker, back, days } = each.ask
      const since = Math.max(-1, model.last - back)
      model.report(who(asker).id, 'active', now())
      const asked = { status: 'active', last_update_id: since, history_limit_days: days }
      const { body } = await who(asker).post('/users/me/presence', asked)
      const expected = model.answer(since, now() - days * 86_400, (id) => id !== leaver.id || isActive)
      expect(body['presences']).toEqual(expected)
      did(Object.keys(expected).length > 0 ? 'news' : 'nothing')
      expect(body['presence_last_update_id']).toBe(Math.max(since, model.last))
      const legacy = item((await who(asker).get('/realm/presence')).body['presences'])
      const recent = model.answer(-1, now() - 14 * 86_400, (id) => id !== leaver.id || isActive)
      expect(Object.keys(legacy)).toHaveLength(Object.keys(recent).length)
    }
  }
}
