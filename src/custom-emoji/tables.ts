// Table of custom emoji: pictures that people of the organization use as emoji.
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { pictures } from '../pictures/tables'
import { userColumn } from '../users/tables'

/** None is ever deleted: messages, reactions and statuses go on showing those that nobody can use any more. */
export const customEmoji = sqliteTable(
  'custom_emoji',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    authorId: userColumn('author_id'),
    picture: text()
      .notNull()
      .references(() => pictures.name),
    /** Its first moment, where the picture moves. */
    still: text().references(() => pictures.name),
    isDeactivated: flag('is_deactivated').notNull().default(false),
  },
  (table) => [
    uniqueIndex('custom_emoji_name')
      .on(table.name)
      .where(sql`${table.isDeactivated} = 0`),
  ],
)
