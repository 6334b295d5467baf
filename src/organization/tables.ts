// Tables of the organization itself: its settings.
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Only what differs from the defaults in the code; `value` is JSON. */
export const organizationSettings = sqliteTable('organization_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})
