// Table of resumable uploads: files that come in parts, which may be cut off and go on (tus 1.0.0).
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const resumableUploads = sqliteTable(
  'resumable_uploads',
  {
    /** Random: nobody guesses it. It stands in the address, and names the file that holds what has come. */
    id: text().primaryKey(),
    ownerId: userColumn('owner_id'),
    /** Bytes of the whole; null as long as its sender has not said. */
    length: integer(),
    /** `Upload-Metadata` as it was sent, empty where there was none. */
    metadata: text().notNull(),
    /** Where a part begins that comes with a checksum; it goes again unless all of it is right. Null between such parts. */
    uncheckedFrom: integer('unchecked_from'),
    /** When it is forgotten, in UNIX seconds. Whoever goes on with it has more time again. */
    expiresAt: integer('expires_at').notNull(),
    /** What it has become; null as long as it is not whole. It may be gone by now. */
    attachmentId: integer('attachment_id'),
  },
  (table) => [
    index('resumable_uploads_owner').on(table.ownerId),
    index('resumable_uploads_expiry').on(table.expiresAt),
  ],
)
