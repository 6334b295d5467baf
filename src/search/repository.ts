// Keeps the full-text index in step with the messages. By hand: it is part of every message sent, and Drizzle knows no such tables.
import type { Transaction } from '../organization/writer'
import { textOfHtml } from './html-text'
import { conversationMark, searchedText, senderMark, topicWordsOf } from './query'
import type { Word } from './words'

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
  if (messageIds.length > 0) tx.beforeCommit(() => index(tx, messageIds))
}

/** The same for messages about to move: to be resolved, say, changes no words. */
export function noteMoveForSearch(
  tx: Transaction,
  messageIds: readonly number[],
  to: { conversationId: number; topic: string },
): void {
  const places = tx.sqlite
    .query<Pick<Row, 'conversationId' | 'topic'>, [string]>(
      `SELECT DISTINCT conversation_id AS conversationId, topic FROM messages
       WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(messageIds))
  const words = joined(topicWordsOf(to.topic))
  const isSame = places.every(
    ({ conversationId, topic }) =>
      conversationId === to.conversationId && joined(topicWordsOf(topic)) === words,
  )
  if (!isSame) noteForSearch(tx, messageIds)
}

/** Brings the index up to what the messages are now. */
function index({ sqlite }: Transaction, messageIds: readonly number[]): void {
  const select = sqlite.query<Row, [number]>(
    `SELECT id, sender_id AS senderId, conversation_id AS conversationId, topic, rendered_content AS renderedContent
     FROM messages WHERE id = ?`,
  )
  const replace = sqlite.query(
    'INSERT OR REPLACE INTO message_search (rowid, words, topic, forms) VALUES (?, ?, ?, ?)',
  )
  const remove = sqlite.query('DELETE FROM message_search WHERE rowid = ?')
  for (const id of messageIds) {
    const row = select.get(id)
    if (!row) {
      remove.run(id)
      continue
    }
    const { words, topicWords, forms } = searchedText(textOfHtml(row.renderedContent), row.topic)
    const further = new Set(forms)
    for (const { text } of words) further.delete(text)
    for (const { text } of topicWords) further.delete(text)
    further.add(conversationMark(row.conversationId))
    further.add(senderMark(row.senderId))
    replace.run(id, joined(words), joined(topicWords), [...further].join(' '))
  }
}

function joined(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
