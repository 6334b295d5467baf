// Table of channel folders: headings under which an organization's channels are listed.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { users } from '../users/tables'

export const channelFolders = sqliteTable('channel_folders', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  /** Markdown, and its HTML. */
  description: text().notNull(),
  renderedDescription: text('rendered_description').notNull(),
  /** Archived folders keep their channels, for when they are taken up again; no further ones are put in. */
  isArchived: flag('is_archived').notNull().default(false),
  /** Folders are shown in ascending order. */
  position: integer().notNull(),
  creatorId: integer('creator_id').references(() => users.id),
  /** UNIX seconds. */
  dateCreated: integer('date_created').notNull(),
})
