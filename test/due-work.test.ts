// What is due and goes wrong in any way never holds up the rest.
import { expect, test } from 'bun:test'
import { badRequest } from '../src/http/errors'
import { workOff } from '../src/timer/due'
import { TestServer } from './support/server'

test('what can neither be done nor noted as failed is passed over, and tried again the next time', async () => {
  const server = await TestServer.start()
  const left = new Set(Array.from({ length: 50 }, (_, index) => index))
  const isBroken = (id: number) => id % 4 === 0
  const tried: number[] = []
  const failed: number[] = []
  const work = {
    due: (_: unknown, __: number, limit: number) => [...left].slice(0, limit),
    run(_: unknown, id: number) {
      tried.push(id)
      if (isBroken(id)) throw new Error('broken')
      if (id % 4 === 1) throw badRequest('not possible')
      // What did nothing after all stays due.
      if (id % 4 === 2) left.delete(id)
    },
    fail(_: unknown, id: number) {
      if (isBroken(id)) throw new Error('broken beyond noting it')
      failed.push(id)
      left.delete(id)
    },
  }
  const bugs = await workOff(server.organization, work).catch((error: unknown) => error)
  const all = Array.from({ length: 50 }, (_, index) => index)
  expect(tried).toEqual(all)
  expect(failed).toEqual(all.filter((id) => id % 4 === 1))
  expect([...left]).toEqual(all.filter((id) => id % 4 === 0 || id % 4 === 3))
  expect(bugs instanceof AggregateError && bugs.errors).toHaveLength(2 * 13)
  tried.length = 0
  await workOff(server.organization, work).catch(() => undefined)
  expect(tried).toEqual([...left])
  await server.stop()
})
