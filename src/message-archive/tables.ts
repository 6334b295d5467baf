// Tables of deleted messages: everything that belonged to them, kept for a while so that a mistake can be undone.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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

// The other columns are those of the tables in messages/tables.ts; a test holds them to each other.

export const archivedMessages = sqliteTable(
  'archived_messages',
  {
    deletionId: deletion(),
    id: integer().primaryKey(),
    senderId: integer('sender_id').notNull(),
    conversationId: integer('conversation_id').notNull(),
    channelId: integer('channel_id'),
    topic: text().notNull(),
    topicKey: text('topic_key').notNull(),
    content: text().notNull(),
    renderedContent: text('rendered_content').notNull(),
    rendererVersion: integer('renderer_version').notNull(),
    sentAt: integer('sent_at').notNull(),
    client: text().notNull(),
    isMeMessage: integer('is_me_message', { mode: 'boolean' }).notNull(),
    hasLink: integer('has_link', { mode: 'boolean' }).notNull(),
    hasImage: integer('has_image', { mode: 'boolean' }).notNull(),
    hasAttachment: integer('has_attachment', { mode: 'boolean' }).notNull(),
    hasReaction: integer('has_reaction', { mode: 'boolean' }).notNull(),
    hasSubmessage: integer('has_submessage', { mode: 'boolean' }).notNull(),
    lastEditedAt: integer('last_edited_at'),
    lastMovedAt: integer('last_moved_at'),
    hasEdits: integer('has_edits', { mode: 'boolean' }).notNull(),
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
    userId: integer('user_id').notNull(),
    editedAt: integer('edited_at').notNull(),
    previousContent: text('previous_content'),
    previousRenderedContent: text('previous_rendered_content'),
    previousTopic: text('previous_topic'),
    topic: text(),
    previousChannelId: integer('previous_channel_id'),
    channelId: integer('channel_id'),
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
