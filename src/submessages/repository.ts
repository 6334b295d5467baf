// SQL of submessages.
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'

const columns = 'id, message_id AS messageId, sender_id AS senderId, kind, content'

export interface StoredSubmessage {
  id: number
  messageId: number
  senderId: number
  kind: string
  content: string
}

export function submessagesOf(db: Connection, messageIds: readonly number[]): StoredSubmessage[] {
  return db.sqlite
    .query<StoredSubmessage, [string]>(
      `SELECT s.id, s.message_id AS messageId, s.sender_id AS senderId, s.kind, s.content
       FROM json_each(?) wanted CROSS JOIN submessages s ON s.message_id = wanted.value ORDER BY s.id`,
    )
    .all(JSON.stringify(messageIds))
}

/** The one that makes the message a widget: its first. */
export function firstSubmessage(db: Connection, messageId: number): StoredSubmessage | undefined {
  return (
    db.sqlite
      .query<StoredSubmessage, [number]>(
        `SELECT ${columns} FROM submessages WHERE message_id = ? ORDER BY id LIMIT 1`,
      )
      .get(messageId) ?? undefined
  )
}

/** Those that add an option or a task, in their order. */
export function additions(db: Connection, messageId: number): StoredSubmessage[] {
  return db.sqlite
    .query<StoredSubmessage, [number]>(
      `SELECT ${columns} FROM submessages
       WHERE message_id = ? AND content ->> '$.type' IN ('new_option', 'new_task') ORDER BY id`,
    )
    .all(messageId)
}

/** How many a person has added to a message. */
export function countFrom(db: Connection, messageId: number, senderId: number): number {
  return (
    db.sqlite
      .query<{ count: number }, [number, number]>(
        'SELECT count(*) AS count FROM submessages WHERE message_id = ? AND sender_id = ?',
      )
      .get(messageId, senderId)?.count ?? 0
  )
}

export function insertSubmessage(
  tx: Transaction,
  submessage: Omit<StoredSubmessage, 'id'>,
): StoredSubmessage {
  const { messageId, senderId, kind, content } = submessage
  const { lastInsertRowid } = tx.sqlite
    .query('INSERT INTO submessages (message_id, sender_id, kind, content) VALUES (?, ?, ?, ?)')
    .run(messageId, senderId, kind, content)
  tx.sqlite.query('UPDATE messages SET has_submessage = 1 WHERE id = ? AND NOT has_submessage').run(messageId)
  return { ...submessage, id: Number(lastInsertRowid) }
}
