// Table of what messages say to people: flags.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'

type Columns = Record<'userId' | 'messageId' | 'flags' | 'isNew', SQLiteColumn>

/** An index of the rows that have one of the bits, of `flags.ts`; SQL that says `(flags & bits) <> 0` finds it. */
function stateIndex(name: string, { userId, messageId, flags }: Columns, bits: number) {
  // With the flags, so that the table need not be read: SQLite does not see that the condition holds for every row.
  return index(`message_states_${name}`)
    .on(userId, messageId, flags)
    .where(sql.raw(`(flags & ${bits}) <> 0`))
}

/** The same for what is unread: without the rows that are new, as `unread-repository.ts` explains. */
function unreadIndex({ userId, messageId, flags, isNew }: Columns) {
  return index('message_states_unread')
    .on(userId, messageId, flags, isNew)
    .where(sql`(flags & 1) <> 0 AND is_new = 0`)
}

/**
 * What a message says to one person beyond "received and read"; no row when it says nothing.
 * `flags` is a bit set, see `flags.ts`.
 */
export const messageStates = sqliteTable(
  'message_states',
  {
    userId: integer('user_id').notNull(),
    messageId: integer('message_id').notNull(),
    flags: integer().notNull(),
    /** Whether it has yet to come to the index of unread messages. */
    isNew: flag('is_new').notNull().default(false),
  },
  (table) => [
    // In the order of messages, so that a new message's rows go to the end, side by side.
    primaryKey({ columns: [table.messageId, table.userId] }),
    unreadIndex(table),
    stateIndex('starred', table, 2),
    stateIndex('mentioned', table, 8 | 16 | 32),
    stateIndex('alerted', table, 64),
    stateIndex('historical', table, 128),
  ],
)
