// Table of the domains in which new people may have their e-mail addresses.
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'

export const emailDomains = sqliteTable(
  'email_domains',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** In lower case, in its own script: `bücher.example`. */
    domain: text().notNull(),
    allowsSubdomains: flag('allows_subdomains').notNull(),
  },
  (table) => [uniqueIndex('email_domains_domain').on(table.domain)],
)
