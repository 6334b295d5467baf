// Table of statuses: what people say of themselves beside their name.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/tables'

/** A row says something: an empty status has none. Whether someone is away follows from `presence_enabled`. */
export const userStatus = sqliteTable('user_status', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  text: text().notNull(),
  /** Empty without an emoji, as are the two below. */
  emojiName: text('emoji_name').notNull(),
  emojiCode: text('emoji_code').notNull(),
  /** `unicode_emoji`, `realm_emoji` or `chat_extra_emoji`. */
  reactionType: text('reaction_type').notNull(),
})
