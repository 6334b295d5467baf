// Tables of the audit log: what was done, and to whom.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn, users } from '../users/tables'

/** Entries are kept for as long as the organization, and never changed but to count what happens again. Times are UNIX seconds. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    /** A name of the catalogue, such as `user.deactivated`. */
    action: text().notNull(),
    /** `user`; `visitor`, without an account; `console`, the command line; `system`, the server itself. */
    actorKind: text('actor_kind', { enum: ['user', 'visitor', 'console', 'system'] }).notNull(),
    actorId: integer('actor_id').references(() => users.id),
    /** What the person was logged in with, which may have ended since then. */
    sessionId: integer('session_id'),
    apiKeyId: integer('api_key_id'),
    client: text(),
    address: text(),
    /** What was changed: the kind of thing, which is the first word of the action, and which one. */
    objectKind: text('object_kind').notNull(),
    objectId: integer('object_id'),
    /** As it was called then. */
    objectName: text('object_name'),
    /** JSON: by property, its old and new value. */
    changes: text(),
    /** How often it happened, up to `lastAt`. */
    count: integer().notNull().default(1),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_actor').on(table.actorId, table.at),
    index('audit_log_action').on(table.action, table.at),
    index('audit_log_object').on(table.objectKind, table.objectId, table.at),
  ],
)

/** Whom an entry is about. */
export const auditLogPeople = sqliteTable(
  'audit_log_people',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => auditLog.id),
    userId: userColumn(),
    /** That of the entry. */
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.userId] }),
    index('audit_log_people_user').on(table.userId, table.at, table.entryId),
  ],
)
