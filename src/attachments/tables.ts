// Tables of the files that people have sent, and of what links to them. The contents are in the file store.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { userColumn } from '../users/tables'

export const attachments = sqliteTable(
  'attachments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Random: nobody guesses it. It stands in the address, and names the content in the file store. */
    key: text().notNull(),
    /** The last part of the address: what is safe there of the name. */
    pathName: text('path_name').notNull(),
    /** As it is shown. */
    name: text().notNull(),
    ownerId: userColumn('owner_id'),
    /** Bytes. */
    size: integer().notNull(),
    /** What the content is, going by its first bytes. */
    contentType: text('content_type').notNull(),
    /** Milliseconds. */
    createdAt: integer('created_at').notNull(),
    /** Pixels of a picture as it is seen, upright; null for what is none. */
    width: integer(),
    height: integer(),
    isAnimated: flag('is_animated').notNull().default(false),
    /** Whether there are smaller ones of a picture: `none` are to be made, `pending`, `ready`, or `failed`. */
    previews: text({ enum: ['none', 'pending', 'ready', 'failed'] }).notNull(),
    /** Since when nothing links to it, in UNIX seconds; null while something does. */
    unclaimedSince: integer('unclaimed_since'),
  },
  (table) => [
    uniqueIndex('attachments_key').on(table.key),
    index('attachments_owner').on(table.ownerId, table.id),
    // What all take is summed up from this alone.
    index('attachments_size').on(table.size),
    index('attachments_unclaimed')
      .on(table.unclaimedSince)
      .where(sql`unclaimed_since IS NOT NULL`),
  ],
)

// Without foreign keys: many thousands of messages may link to a file. When it goes, its row goes at once, and what linked to
// it in steps (`removing.ts`); IDs never come again.

/** Which messages link to a file; those that are deleted are below. */
export const attachmentMessages = sqliteTable(
  'attachment_messages',
  {
    messageId: integer('message_id').notNull(),
    attachmentId: integer('attachment_id').notNull(),
    /** Where the message is, so that who may open a file is found without looking at each. */
    conversationId: integer('conversation_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.attachmentId] }),
    index('attachment_messages_attachment').on(table.attachmentId, table.messageId),
    index('attachment_messages_conversation').on(table.attachmentId, table.conversationId, table.messageId),
  ],
)

/** Which deleted messages link to a file that may be put back: it is kept for them. */
export const archivedAttachmentMessages = sqliteTable(
  'archived_attachment_messages',
  {
    messageId: integer('message_id').notNull(),
    attachmentId: integer('attachment_id').notNull(),
    conversationId: integer('conversation_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.attachmentId] }),
    index('archived_attachment_messages_attachment').on(table.attachmentId),
  ],
)

/** Which texts that are no messages yet link to a file. They keep it, and show it to nobody. */
export const attachmentDrafts = sqliteTable(
  'attachment_drafts',
  {
    kind: text({ enum: ['draft', 'scheduled'] }).notNull(),
    /** Of the draft or the scheduled message. */
    draftId: integer('draft_id').notNull(),
    attachmentId: integer('attachment_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.draftId, table.attachmentId] }),
    index('attachment_drafts_attachment').on(table.attachmentId),
  ],
)
