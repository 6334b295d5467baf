// SQL of linkifiers, kept in memory ready for use.
import { asc, eq } from 'drizzle-orm'
import { compileLinkifier, type CompiledLinkifier } from '../markdown/linkifiers'
import { cache } from '../organization/cache'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { linkifiers } from './tables'

export type Linkifier = typeof linkifiers.$inferSelect
export type NewLinkifier = typeof linkifiers.$inferInsert

/** All linkifiers, in the order in which they are tried. */
export const allLinkifiers = cache([linkifiers], (organization): readonly Linkifier[] =>
  organization.db.orm.select().from(linkifiers).orderBy(asc(linkifiers.position)).all(),
)

/** Compiled as long as the linkifiers are the same. */
const compiled = new WeakMap<readonly Linkifier[], readonly CompiledLinkifier[]>()

/** The same, ready to be used. What a later version would not take any more is left out. */
export function compiledLinkifiers(organization: Organization): readonly CompiledLinkifier[] {
  const all = allLinkifiers(organization)
  const known = compiled.get(all)
  if (known) return known
  const ready = all.flatMap(({ pattern, urlTemplate }) => {
    const result = compileLinkifier(pattern, urlTemplate)
    return result.ok ? [result.linkifier] : []
  })
  compiled.set(all, ready)
  return ready
}

export function insertLinkifier(tx: Transaction, linkifier: NewLinkifier): Linkifier {
  return tx.orm.insert(linkifiers).values(linkifier).returning().get()
}

export function updateLinkifier(tx: Transaction, id: number, changes: Partial<NewLinkifier>): void {
  tx.orm.update(linkifiers).set(changes).where(eq(linkifiers.id, id)).run()
}

export function deleteLinkifier(tx: Transaction, id: number): void {
  tx.orm.delete(linkifiers).where(eq(linkifiers.id, id)).run()
}
