// Writes of tests that go past the API, as if they had been there before anybody registered: no client is told.
import type { Organization } from '../../src/organization/organization'
import { whileSightIsWatched, type Transaction } from '../../src/organization/writer'

/** Writes also what decides who sees what, which elsewhere only `sight/` may. */
export function quietly<T>(organization: Organization, work: (tx: Transaction) => T): Promise<T> {
  return organization.write((tx) => whileSightIsWatched(tx, () => work(tx)))
}
