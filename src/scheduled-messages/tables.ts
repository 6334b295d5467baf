// Table of scheduled messages: to be sent at a moment to come, or kept because that failed.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { userColumn } from '../users/tables'

export const scheduledMessages = sqliteTable(
  'scheduled_messages',
  {
    /** Of the sequence that messages have: see `messages/sequence.ts`. */
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    /** Null for a direct message. The channel may be gone by the time. */
    channelId: integer('channel_id'),
    /** Empty for a direct message. */
    topic: text().notNull(),
    /** The people of the direct conversation, the sender too; empty for a channel. */
    memberIds: text('member_ids', { mode: 'json' }).$type<readonly number[]>().notNull(),
    content: text().notNull(),
    renderedContent: text('rendered_content').notNull(),
    /** UNIX seconds. */
    deliverAt: integer('deliver_at').notNull(),
    /** Null leaves it to what kind of client scheduled it. */
    readBySender: flag('read_by_sender'),
    /** Name of the client that scheduled it. */
    client: text().notNull(),
    /** Why it could not be sent; null while that has not been tried. */
    failure: text(),
  },
  (table) => [
    index('scheduled_messages_user').on(table.userId, table.deliverAt),
    index('scheduled_messages_due').on(table.failure, table.deliverAt),
  ],
)
