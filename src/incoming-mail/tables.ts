// Table of the mails that were posted, so that one that a mail server brings again is not posted again.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const postedMails = sqliteTable(
  'posted_mails',
  {
    /** SHA-256 of the mail's Message-ID, or of all of it where it has none, and of whom it was for. */
    digest: text().primaryKey(),
    /** UNIX seconds. */
    postedAt: integer('posted_at').notNull(),
  },
  (table) => [index('posted_mails_time').on(table.postedAt)],
)
