// Which rows belong into an archive that is not a full one: what everybody can see, and what people have consented to.
import type { Database } from 'bun:sqlite'

/**
 * `public`: what is in public channels, and what everybody knows of people and settings. `standard`: also what those people see
 * who have consented to it. `full`: everything, for the operator alone.
 */
export type ArchiveType = 'public' | 'standard' | 'full'

/** SQL: whether a column's person lets administrators have what is theirs. */
export function isOfConsenting(column: string): string {
  return `${column} IN (SELECT id FROM temp.consenting)`
}

export function isShownChannel(column: string): string {
  return `${column} IN (SELECT id FROM temp.shown_channels)`
}

export function isShownConversation(column: string): string {
  return `${column} IN (SELECT id FROM temp.shown_conversations)`
}

export function isOfShownMessage(column: string): string {
  return `${column} IN (SELECT id FROM temp.shown_messages)`
}

/** Bots are their owners'. */
const consenting = `SELECT user_id FROM user_settings WHERE name = 'allow_private_data_export' AND value = 'true'`

/** What a person was sent while they were subscribed. */
const received = `SELECT m.id FROM subscription_periods p JOIN messages m ON m.channel_id = p.channel_id
  AND m.id > p.from_message_id AND m.id <= coalesce(p.to_message_id, ${Number.MAX_SAFE_INTEGER})
  WHERE p.user_id IN (SELECT id FROM temp.consenting)`

const shared = `SELECT id FROM channels WHERE NOT is_private OR (is_history_shared AND EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.channel_id = channels.id AND s.is_active AND s.user_id IN (SELECT id FROM temp.consenting)))`

const steps = [
  'CREATE TEMP TABLE shown_channels (id INTEGER PRIMARY KEY)',
  'CREATE TEMP TABLE shown_conversations (id INTEGER PRIMARY KEY)',
  'CREATE TEMP TABLE shown_messages (id INTEGER PRIMARY KEY)',
  `INSERT INTO temp.shown_messages SELECT id FROM messages WHERE channel_id IN (${shared})`,
  `INSERT OR IGNORE INTO temp.shown_messages ${received}`,
  `INSERT INTO temp.shown_channels SELECT id FROM channels WHERE NOT is_private OR EXISTS (
    SELECT 1 FROM subscription_periods p WHERE p.channel_id = channels.id AND p.user_id IN (SELECT id FROM temp.consenting))`,
  `INSERT INTO temp.shown_conversations SELECT id FROM conversations WHERE channel_id IN (SELECT id FROM temp.shown_channels)`,
  `INSERT OR IGNORE INTO temp.shown_conversations SELECT conversation_id FROM conversation_members
    WHERE user_id IN (SELECT id FROM temp.consenting)`,
  `INSERT OR IGNORE INTO temp.shown_messages SELECT id FROM messages WHERE channel_id IS NULL
    AND conversation_id IN (SELECT id FROM temp.shown_conversations)`,
]

/** Finds out, once for an archive, what the conditions above ask for. @param sqlite a copy of the organization's database */
export function prepareScope(sqlite: Database, type: ArchiveType): void {
  if (type === 'full') return
  sqlite.run('CREATE TEMP TABLE consenting (id INTEGER PRIMARY KEY)')
  if (type === 'standard') {
    sqlite.run(`INSERT INTO temp.consenting ${consenting}`)
    sqlite.run(`INSERT OR IGNORE INTO temp.consenting SELECT id FROM users
      WHERE bot_type IS NOT NULL AND bot_owner_id IN (SELECT id FROM temp.consenting)`)
  }
  for (const step of steps) sqlite.run(step)
}
