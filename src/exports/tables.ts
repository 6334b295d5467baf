// Table of the organization's data exports: archives that administrators have asked for, whatever became of them.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

/** Times are UNIX seconds. */
export const dataExports = sqliteTable(
  'exports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Who asked for it. */
    userId: userColumn(),
    /** 1 public, 2 with what people have consented to. */
    kind: integer().$type<1 | 2>().notNull(),
    startedAt: integer('started_at').notNull(),
    /** Of what is to be written, how much is; in percent. */
    progress: integer().notNull().default(0),
    /** The name of the file, as it is saved. */
    fileName: text('file_name').notNull(),
    /** Under which key the file store has it; null until it is there. */
    fileKey: text('file_key'),
    /** Bytes. */
    size: integer(),
    failedAt: integer('failed_at'),
    /** Why, for the operator. */
    failure: text(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [index('exports_started').on(table.startedAt)],
)
