// Table of what messages say to people: flags.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** An index of the rows that have one of the bits, of `flags.ts`; SQL that says `(flags & bits) <> 0` finds it. */
function stateIndex(
  name: string,
  { userId, messageId, flags }: Record<'userId' | 'messageId' | 'flags', SQLiteColumn>,
  bits: number,
) {
  const condition = sql.raw(`(flags & ${bits}) <> 0`)
  // With the flags, so that the table need not be read: SQLite does not see that the condition holds for every row.
  return index(`message_states_${name}`).on(userId, messageId, flags).where(condition)
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
  },
  (table) => [
    // In the order of messages, so that a new message's rows go to the end, side by side.
    primaryKey({ columns: [table.messageId, table.userId] }),
    stateIndex('unread', table, 1),
    stateIndex('starred', table, 2),
    stateIndex('mentioned', table, 8 | 16 | 32),
    stateIndex('alerted', table, 64),
    stateIndex('historical', table, 128),
  ],
)
