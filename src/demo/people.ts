// Which people of an organization are those of a demo: they alone have links that log in whoever opens them.
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Organization } from '../organization/organization'
import { storedSettings, storeValue } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'

const Demo = Type.Object({ peopleIds: Type.Array(Type.Integer()), isFinished: Type.Boolean() })
type Demo = typeof Demo.static
const stored = 'demo'

/** Makes the organization a demo of these people, for as long as it is there. */
export function storeDemo(tx: Transaction, demo: Demo): void {
  storeValue(tx, stored, demo)
}

/** Whether the server ended while it made this demo, which nobody has seen yet. */
export function isUnfinishedDemo(organization: Organization): boolean {
  return demoOf(organization)?.isFinished === false
}

function demoOf(organization: Organization): Demo | undefined {
  const demo = storedSettings(organization).get(stored)
  return Value.Check(Demo, demo) ? demo : undefined
}

/** Those whose account is active; none in an organization that is no demo. */
export function demoPeople(organization: Organization): User[] {
  const { peopleIds = [] } = demoOf(organization) ?? {}
  return peopleIds.flatMap((id) => directory(organization).byId.get(id) ?? []).filter((user) => user.isActive)
}
