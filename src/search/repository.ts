// Keeps the full-text index in step with the messages. By hand: it is part of every message sent, and Drizzle knows no such tables.
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { indexText, isSameTopic } from './full-text'
import { textOfHtml } from './html-text'
import { noteTouched } from './watches'

interface Row {
  id: number
  senderId: number
  conversationId: number
  topic: string
  renderedContent: string
}

/**
 * To be called by every write that makes, changes, moves or deletes messages. The index is written once for all
 * of a batch, as FTS5 writes out what it holds at every savepoint.
 */
export function noteForSearch(tx: Transaction, messageIds: readonly number[]): void {
  if (messageIds.length === 0) return
  noteTouched(tx, messageIds)
  tx.beforeCommit(() => indexMessages(tx, messageIds))
}

/** The same for messages about to move: to be resolved, say, changes no words. */
export function noteMoveForSearch(
  tx: Transaction,
  messageIds: readonly number[],
  to: { conversationId: number; topic: string },
): void {
  noteTouched(tx, messageIds)
  const places = tx.sqlite
    .query<Pick<Row, 'conversationId' | 'topic'>, [string]>(
      `SELECT DISTINCT conversation_id AS conversationId, topic FROM messages
       WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(messageIds))
  const isSame = places.every(
    ({ conversationId, topic }) => conversationId === to.conversationId && isSameTopic(topic, to.topic),
  )
  if (!isSame) noteForSearch(tx, messageIds)
}

/** The newest messages up to that ID, newest first, with the size of their HTML. */
export function newestUpTo(db: Connection, upTo: number, limit: number): { id: number; bytes: number }[] {
  return db.sqlite
    .query<{ id: number; bytes: number }, [number, number]>(
      `SELECT id, octet_length(rendered_content) AS bytes FROM messages WHERE id <= ? ORDER BY id DESC LIMIT ?`,
    )
    .all(upTo, limit)
}

/**
 * Brings the index up to what the messages are now. In the order of their IDs: FTS5 writes out what it holds whenever one
 * is not above the one before.
 */
export function indexMessages({ sqlite }: Transaction, messageIds: readonly number[]): void {
  const select = sqlite.query<Row, [number]>(
    `SELECT id, sender_id AS senderId, conversation_id AS conversationId, topic, rendered_content AS renderedContent
     FROM messages WHERE id = ?`,
  )
  const replace = sqlite.query('INSERT OR REPLACE INTO message_search (rowid, words) VALUES (?, ?)')
  const remove = sqlite.query('DELETE FROM message_search WHERE rowid = ?')
  for (const id of messageIds.toSorted((a, b) => a - b)) {
    const row = select.get(id)
    if (row) replace.run(id, indexText({ ...row, text: textOfHtml(row.renderedContent) }))
    else remove.run(id)
  }
}
