// SQL of what was imported: by hand, as each of a million messages goes through it.
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'

export type SourceKind =
  'person' | 'channel' | 'message' | 'file' | 'pins' | 'pins told' | 'group' | 'choices'

/** The ID here of something there; undefined if it was not taken. */
export function takenId(
  db: Connection,
  source: string,
  kind: SourceKind,
  sourceId: string,
): number | undefined {
  return db.sqlite
    .query<{ id: number }, [string, string, string]>(
      'SELECT id FROM import_sources WHERE source = ? AND kind = ? AND source_id = ?',
    )
    .get(source, kind, sourceId)?.id
}

/** All that was taken of a kind: by its ID there, that here. */
export function takenIds(db: Connection, source: string, kind: SourceKind): Map<string, number> {
  const rows = db.sqlite
    .query<{ sourceId: string; id: number }, [string, string]>(
      'SELECT source_id AS sourceId, id FROM import_sources WHERE source = ? AND kind = ?',
    )
    .all(source, kind)
  return new Map(rows.map(({ sourceId, id }) => [sourceId, id]))
}

/** The accounts that people of any source have become. */
export function takenPeople(db: Connection): number[] {
  return db.sqlite
    .query<{ id: number }, []>("SELECT DISTINCT id FROM import_sources WHERE kind = 'person' ORDER BY id")
    .all()
    .map(({ id }) => id)
}

export function noteTaken(
  tx: Transaction,
  source: string,
  kind: SourceKind,
  sourceId: string,
  id: number,
): void {
  tx.sqlite
    .query(
      `INSERT INTO import_sources (source, kind, source_id, id) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET id = excluded.id`,
    )
    .run(source, kind, sourceId, id)
}

/** When a message that was taken had last been edited there. @param editedAt UNIX seconds */
export function storeEditTime(tx: Transaction, messageId: number, editedAt: number): void {
  tx.sqlite.query('UPDATE messages SET last_edited_at = ? WHERE id = ?').run(editedAt, messageId)
}

/** Subscriptions of people to a channel begin before its first message: they were there when it was sent. */
export function beginAtTheBeginning(tx: Transaction, channelId: number, userIds: readonly number[]): void {
  tx.sqlite
    .query(
      `UPDATE OR IGNORE subscription_periods SET from_message_id = 0
       WHERE channel_id = ? AND to_message_id IS NULL AND user_id IN (SELECT value FROM json_each(?))`,
    )
    .run(channelId, JSON.stringify(userIds))
}
