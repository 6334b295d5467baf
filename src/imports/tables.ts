// Table of what was imported from elsewhere: by its name there, what it has become here. Nothing is taken twice.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const importSources = sqliteTable(
  'import_sources',
  {
    /** Where it came from, such as `slack:T0123`: IDs of two workspaces never meet. */
    source: text().notNull(),
    /** What it is: `person`, `channel`, `message`, `file` … */
    kind: text().notNull(),
    /** As it is called there. */
    sourceId: text('source_id').notNull(),
    /** The ID that it has here. */
    id: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind, table.sourceId] })],
)
