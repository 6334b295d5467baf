// Table of what people chose for single topics: muted, unmuted, followed.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { channelColumn } from '../channels/tables'
import { userColumn } from '../users/tables'

/** No row: the topic is treated as its channel is. */
export const userTopics = sqliteTable(
  'user_topics',
  {
    userId: userColumn(),
    channelId: channelColumn(),
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
