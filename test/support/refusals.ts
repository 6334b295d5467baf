// Bad input: each case is refused as it should be, and nothing has changed by it.
import { expect } from 'bun:test'
import type { Client, Parameters } from './client'
import { eventsOf, register } from './law'

/** A call that must be refused, and how. */
export interface Refusal {
  who: Client
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  parameters?: Parameters
  /** Fields of the answer; `code` and whatever else matters. */
  answer: { code: string } & Record<string, unknown>
  status?: number
}

/** Makes every call, checks its answer, and that the watcher's state is what it was, without an event. */
export async function areRefused(watcher: Client, cases: readonly Refusal[]): Promise<void> {
  const before = await register(watcher)
  for (const { who, method, path, parameters, answer, status = 400 } of cases) {
    const reply = await who[method](path, parameters)
    expect({
      call: `${method} ${path} ${JSON.stringify(parameters)}`,
      status: reply.status,
      ...reply.body,
    }).toEqual(expect.objectContaining({ status, result: 'error', ...answer }))
  }
  expect(await eventsOf({ person: watcher, state: before })).toEqual([])
  const after = await register(watcher)
  expect({ ...after, queue_id: '' }).toEqual({ ...before, queue_id: '' })
}

/** The answer to a parameter that is missing. */
export function missing(name: string) {
  return { code: 'REQUEST_VARIABLE_MISSING', var_name: name }
}

/** The answer to a parameter that breaks its type or rule. */
export function invalid(name: string) {
  return { code: 'REQUEST_VARIABLE_INVALID', var_name: name }
}

export function badRequest(msg: string) {
  return { code: 'BAD_REQUEST', msg }
}

/** Something of the caller's own, of which there is none. */
export function noneOfOwn(msg: string) {
  return { ...badRequest(msg), status: 404 }
}

/** A call about one channel that is missing, or that the caller may not see. */
export const invalidChannel = badRequest('Invalid channel ID')
