// Table of what people chose for single topics: muted, unmuted, followed.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { channels } from '../channels/tables'
import { users } from '../users/tables'

/** No row: the topic is treated as its channel is. */
export const userTopics = sqliteTable(
  'user_topics',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    /** The topic as compared. */
    topicKey: text('topic_key').notNull(),
    /** The topic as it was called when the choice was made. */
    topic: text().notNull(),
    /** 1 muted, 2 unmuted, 3 followed. */
    visibility: integer().$type<1 | 2 | 3>().notNull(),
    /** UNIX seconds. */
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.channelId, table.topicKey] }),
    index('user_topics_topic').on(table.channelId, table.topicKey),
  ],
)
