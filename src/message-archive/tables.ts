// Tables of deleted messages: everything that belonged to them, kept for a while so that a mistake can be undone.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { editColumns, textColumns } from '../messages/tables'

/** One act of deleting: a message, or a part of a topic. */
export const deletions = sqliteTable(
  'deletions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Who deleted. */
    userId: integer('user_id').notNull(),
    /** UNIX seconds. */
    deletedAt: integer('deleted_at').notNull(),
  },
  (table) => [index('deletions_time').on(table.deletedAt)],
)

const deletion = () =>
  integer('deletion_id')
    .notNull()
    .references(() => deletions.id, { onDelete: 'cascade' })

const archivedMessage = () =>
  integer('message_id')
    .notNull()
    .references(() => archivedMessages.id, { onDelete: 'cascade' })

// The columns are those of the live tables, without their defaults and references; a test holds them to each other.

export const archivedMessages = sqliteTable(
  'archived_messages',
  {
    deletionId: deletion(),
    id: integer().primaryKey(),
    senderId: integer('sender_id').notNull(),
    conversationId: integer('conversation_id').notNull(),
    channelId: integer('channel_id'),
    ...textColumns(),
    hasReaction: flag('has_reaction').notNull(),
    hasSubmessage: flag('has_submessage').notNull(),
    hasEdits: flag('has_edits').notNull(),
  },
  (table) => [index('archived_messages_deletion').on(table.deletionId)],
)

export const archivedMessageStates = sqliteTable(
  'archived_message_states',
  {
    messageId: archivedMessage(),
    userId: integer('user_id').notNull(),
    flags: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.userId] })],
)

export const archivedMessageEdits = sqliteTable(
  'archived_message_edits',
  {
    id: integer().primaryKey(),
    messageId: archivedMessage(),
    ...editColumns(),
  },
  (table) => [index('archived_message_edits_message').on(table.messageId)],
)

export const archivedReactions = sqliteTable(
  'archived_reactions',
  {
    messageId: archivedMessage(),
    userId: integer('user_id').notNull(),
    reactionType: text('reaction_type').notNull(),
    emojiCode: text('emoji_code').notNull(),
    emojiName: text('emoji_name').notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.userId, table.reactionType, table.emojiCode] })],
)

export const archivedSubmessages = sqliteTable(
  'archived_submessages',
  {
    id: integer().primaryKey(),
    messageId: archivedMessage(),
    senderId: integer('sender_id').notNull(),
    kind: text().notNull(),
    content: text().notNull(),
  },
  (table) => [index('archived_submessages_message').on(table.messageId)],
)
