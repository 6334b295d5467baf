// Table of custom profile fields: what an organization asks its people for. What they say is with the people.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'

export const profileFields = sqliteTable('profile_fields', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** 1 to 8, see `kinds.ts`. */
  kind: integer().notNull(),
  name: text().notNull(),
  hint: text().notNull(),
  /** JSON: the options of a list, the provider of an external account; empty for the other kinds. */
  fieldData: text('field_data').notNull(),
  /** Fields are shown in ascending order. */
  position: integer().notNull(),
  isInSummary: flag('is_in_summary').notNull(),
  isRequired: flag('is_required').notNull(),
  isEditableByUser: flag('is_editable_by_user').notNull(),
})
