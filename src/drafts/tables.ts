// Table of drafts: unsent messages that a person's clients share.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const drafts = sqliteTable(
  'drafts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    kind: text({ enum: ['unaddressed', 'channel', 'direct'] }).notNull(),
    /** The channel's ID alone, or those of the people. A draft outlives them. */
    recipientIds: text('recipient_ids', { mode: 'json' }).$type<readonly number[]>().notNull(),
    topic: text().notNull(),
    content: text().notNull(),
    /** UNIX seconds. */
    lastEditedAt: integer('last_edited_at').notNull(),
  },
  (table) => [index('drafts_user').on(table.userId, table.lastEditedAt)],
)
