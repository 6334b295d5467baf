// SQL of e-mail domains.
import { eq } from 'drizzle-orm'
import { cache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { emailDomains } from './tables'

export type EmailDomain = typeof emailDomains.$inferSelect

/** In the order in which they were added. */
export const domainsOf = cache([emailDomains], (organization): readonly EmailDomain[] =>
  organization.db.orm.select().from(emailDomains).orderBy(emailDomains.id).all(),
)

export function insertDomain(tx: Transaction, domain: typeof emailDomains.$inferInsert): EmailDomain {
  return tx.orm.insert(emailDomains).values(domain).returning().get()
}

export function updateDomain(tx: Transaction, id: number, allowsSubdomains: boolean): EmailDomain {
  return tx.orm
    .update(emailDomains)
    .set({ allowsSubdomains })
    .where(eq(emailDomains.id, id))
    .returning()
    .get()
}

export function deleteDomain(tx: Transaction, id: number): void {
  tx.orm.delete(emailDomains).where(eq(emailDomains.id, id)).run()
}
