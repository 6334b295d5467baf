// Table of reactions.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const reactions = sqliteTable(
  'reactions',
  {
    messageId: integer('message_id').notNull(),
    userId: userColumn(),
    /** `unicode_emoji`, `realm_emoji` or `chat_extra_emoji`. */
    reactionType: text('reaction_type').notNull(),
    emojiCode: text('emoji_code').notNull(),
    emojiName: text('emoji_name').notNull(),
    /** The order in which they were given. */
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.userId, table.reactionType, table.emojiCode] })],
)
