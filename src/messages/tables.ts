// Tables of messages, the conversations they belong to, and what they say to each person.
import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
  type SQLiteColumn,
} from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { channels } from '../channels/tables'
import { userColumn } from '../users/tables'

/** Whether a message's topic is resolved, in SQL over `messages`. */
const isResolvedSql = `substr(topic, 1, 2) = '✔ '`

/** A set of recipients: a channel, or the people of a direct conversation. Its ID is the wire's `recipient_id`. */
export const conversations = sqliteTable(
  'conversations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null for direct conversations. */
    channelId: integer('channel_id').references(() => channels.id),
    /** The sorted user IDs of a direct conversation, joined by commas; null for channels. */
    memberKey: text('member_key'),
    /** How many people a direct conversation has, its sender included. */
    memberCount: integer('member_count').notNull().default(0),
  },
  (table) => [
    uniqueIndex('conversations_channel').on(table.channelId),
    uniqueIndex('conversations_members').on(table.memberKey),
  ],
)

export const conversationMembers = sqliteTable(
  'conversation_members',
  {
    userId: userColumn(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.conversationId] })],
)

/** What a message says, and when: of those that are there and of deleted ones. */
export const textColumns = () => ({
  /** As typed; empty for direct messages and for the empty topic. */
  topic: text().notNull(),
  /** The topic as compared: NFKC, lower case. */
  topicKey: text('topic_key').notNull(),
  content: text().notNull(),
  renderedContent: text('rendered_content').notNull(),
  /** Version of the renderer that made `rendered_content`. */
  rendererVersion: integer('renderer_version').notNull(),
  /** UNIX seconds. */
  sentAt: integer('sent_at').notNull(),
  /** Name of the client that sent it. */
  client: text().notNull(),
  isMeMessage: flag('is_me_message').notNull(),
  hasLink: flag('has_link').notNull(),
  hasImage: flag('has_image').notNull(),
  hasAttachment: flag('has_attachment').notNull(),
  /** When the content was last edited, UNIX seconds. */
  lastEditedAt: integer('last_edited_at'),
  /** When it last moved to another topic or channel (not merely resolved), UNIX seconds. */
  lastMovedAt: integer('last_moved_at'),
})

export const messages = sqliteTable(
  'messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    senderId: userColumn('sender_id'),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id),
    /** Null for direct messages. */
    channelId: integer('channel_id').references(() => channels.id),
    ...textColumns(),
    hasReaction: flag('has_reaction').notNull().default(false),
    hasSubmessage: flag('has_submessage').notNull().default(false),
    /** Whether `message_edits` has rows for it. */
    hasEdits: flag('has_edits').notNull().default(false),
  },
  (table) => [
    // With sender and reactions at its end: who takes part in a topic is read from the index alone.
    index('messages_topic').on(table.channelId, table.topicKey, table.id, table.senderId, table.hasReaction),
    index('messages_conversation').on(table.conversationId, table.id),
    index('messages_sender').on(table.senderId, table.conversationId, table.id),
    markIndex('attachment', 'has_attachment', table.conversationId, table.id),
    markIndex('image', 'has_image', table.conversationId, table.id),
    markIndex('link', 'has_link', table.conversationId, table.id),
    markIndex('reaction', 'has_reaction', table.conversationId, table.id),
    markIndex('resolved', isResolvedSql, table.conversationId, table.id),
  ],
)

/** An index of the messages that have something few have; SQL that says the same condition finds it. */
function markIndex(name: string, condition: string, conversationId: SQLiteColumn, id: SQLiteColumn) {
  return index(`messages_${name}`).on(conversationId, id).where(sql.raw(condition))
}

/** One row: rows of `message_states` for messages with higher IDs may have to come to the index of unread messages. */
export const unreadProgress = sqliteTable('unread_progress', {
  id: integer().primaryKey(),
  indexedUpTo: integer('indexed_up_to').notNull(),
})

/** What an edit changed, and what was before: of messages that are there and of deleted ones. */
export const editColumns = () => ({
  /** Who edited. */
  userId: integer('user_id').notNull(),
  /** UNIX seconds. */
  editedAt: integer('edited_at').notNull(),
  /** The previous values are null where that part did not change. */
  previousContent: text('previous_content'),
  previousRenderedContent: text('previous_rendered_content'),
  previousTopic: text('previous_topic'),
  topic: text(),
  previousChannelId: integer('previous_channel_id'),
  channelId: integer('channel_id'),
})

/** One row an edit: what changed, and what was before. */
export const messageEdits = sqliteTable(
  'message_edits',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    messageId: integer('message_id').notNull(),
    ...editColumns(),
  },
  (table) => [index('message_edits_message').on(table.messageId, table.id)],
)
