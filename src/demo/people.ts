// Which people of an organization are those of a demo: they alone have links that log in whoever opens them.
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Organization } from '../organization/organization'
import { storedSettings, storeValue } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'

const Ids = Type.Array(Type.Integer())
const stored = 'demo_people'

/** Makes the organization a demo of these people, for as long as it is there. */
export function storeDemoPeople(tx: Transaction, ids: readonly number[]): void {
  storeValue(tx, stored, ids)
}

/** Those whose account is active; none in an organization that is no demo. */
export function demoPeople(organization: Organization): User[] {
  const ids = storedSettings(organization).get(stored)
  if (!Value.Check(Ids, ids)) return []
  return ids.flatMap((id) => directory(organization).byId.get(id) ?? []).filter((user) => user.isActive)
}
