// Tables of personal settings and of the organization's defaults for new accounts.
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

/** Only what differs from the defaults in the catalogue; `value` is JSON. */
export const userSettings = sqliteTable(
  'user_settings',
  {
    userId: userColumn(),
    name: text().notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
)

/** What new accounts of the organization start with, where it differs from the catalogue; `value` is JSON. */
export const userSettingDefaults = sqliteTable('user_setting_defaults', {
  name: text().primaryKey(),
  value: text().notNull(),
})
