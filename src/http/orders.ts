// New orders of things that administrators sort: lists of all their IDs (contract 4.12).
import { badRequest } from './errors'

/** @throws ApiError BAD_REQUEST unless the list names every ID, each once. */
export function assertIsOrderOf(order: readonly number[], ids: readonly number[]): void {
  const known = new Set(ids)
  const named = new Set(order)
  if (order.length !== known.size || named.size !== known.size || order.some((id) => !known.has(id))) {
    throw badRequest('Invalid order mapping: it must name every ID, each once')
  }
}
