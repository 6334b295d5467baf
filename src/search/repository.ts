// Keeps the full-text index in step with the messages. By hand: each message goes through it, and Drizzle knows no such tables.
import { prepared } from '../database/prepared'
import { asMuchAs } from '../jobs/steps'
import { cache } from '../organization/cache'
import type { Connection } from '../organization/database'
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import type { Transaction } from '../organization/writer'
import { indexText, isSameTopic } from './full-text'
import { textOfHtml } from './html-text'
import { searchProgress } from './tables'
import { noteTouched } from './watches'

interface Row {
  id: number
  senderId: number
  conversationId: number
  topic: string
  renderedContent: string
}

/** So many new messages come to the index together: that takes less than each by itself, and who sends does not wait for it. */
const newOnes = { messages: 64, bytes: 100_000 }

/** Read anew for every few dozen messages. */
const readProgress = prepared((orm) => orm.select().from(searchProgress).prepare())

/** Messages with higher IDs have yet to come to the index. */
const indexedUpTo = cache([searchProgress], ({ db }) => {
  const progress = readProgress(db).get()
  if (!progress) throw new Error('It is not known how far the full-text index has come')
  return progress.indexedUpTo
})

/** To be called by every write that makes a message, with the newest ID of all. */
export function noteNewForSearch(tx: Transaction, messageId: number): void {
  noteTouched(tx, [messageId])
  tx.beforeCommit(() => {
    if (messageId - indexedUpTo(tx.organization) >= newOnes.messages) indexNext(tx.organization)
  })
}

/** Brings all messages to the index. To be called before each search: there may be some that no write has brought yet. */
export function* allIndexed(organization: Organization): Pieces<void> {
  const isBehind = (): boolean => newestId(organization.db) > indexedUpTo(organization)
  for (let isFirst = true; isBehind(); isFirst = false) {
    if (!isFirst) yield
    organization.writeDerived(() => indexNext(organization))
  }
}

function indexNext(organization: Organization): void {
  const { db } = organization
  const next = nextAfter(db, indexedUpTo(organization), newOnes.messages)
  const some = asMuchAs(next, newOnes.bytes, ({ bytes }) => bytes).map(({ id }) => id)
  indexMessages(db, some, 'INSERT')
  const last = some.at(-1)
  if (last !== undefined) db.sqlite.query('UPDATE search_progress SET indexed_up_to = ?').run(last)
}

/**
 * To be called by every write that changes, moves, deletes or restores messages. The index is written once for all
 * of a batch, as FTS5 writes out what it holds at every savepoint.
 */
export function noteForSearch(tx: Transaction, messageIds: readonly number[]): void {
  if (messageIds.length === 0) return
  noteTouched(tx, messageIds)
  tx.beforeCommit(() => {
    const upTo = indexedUpTo(tx.organization)
    indexMessages(
      tx,
      messageIds.filter((id) => id <= upTo),
    )
  })
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

function newestId({ sqlite }: Connection): number {
  return sqlite.query<{ id: number | null }, []>('SELECT max(id) AS id FROM messages').get()?.id ?? 0
}

/** The messages after that ID, oldest first, with the size of their HTML. */
function nextAfter(db: Connection, after: number, limit: number): { id: number; bytes: number }[] {
  return db.sqlite
    .query<{ id: number; bytes: number }, [number, number]>(
      `SELECT id, octet_length(rendered_content) AS bytes FROM messages WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .all(after, limit)
}

/** The newest messages up to that ID, newest first, with the size of their HTML. */
export function newestUpTo(db: Connection, upTo: number, limit: number): { id: number; bytes: number }[] {
  return db.sqlite
    .query<{ id: number; bytes: number }, [number, number]>(
      `SELECT id, octet_length(rendered_content) AS bytes FROM messages WHERE id <= ? ORDER BY id DESC LIMIT ?`,
    )
    .all(upTo, limit)
}

/** So many pages of the index are merged for each message that is written: some times what its words take, or it would fall behind. */
const mergedPages = 0.2

/**
 * Brings the index up to what the messages are now; those that it has not yet need not be looked for to be replaced. In the order of their IDs: FTS5 writes out what it holds whenever one
 * is not above the one before.
 */
export function indexMessages(
  { sqlite }: Connection,
  messageIds: readonly number[],
  insert: 'INSERT' | 'INSERT OR REPLACE' = 'INSERT OR REPLACE',
): void {
  const select = sqlite.query<Row, [number]>(
    `SELECT id, sender_id AS senderId, conversation_id AS conversationId, topic, rendered_content AS renderedContent
     FROM messages WHERE id = ?`,
  )
  const write = sqlite.query(`${insert} INTO message_search (rowid, words) VALUES (?, ?)`)
  const remove = sqlite.query('DELETE FROM message_search WHERE rowid = ?')
  for (const id of messageIds.toSorted((a, b) => a - b)) {
    const row = select.get(id)
    if (row) write.run(id, indexText({ ...row, text: textOfHtml(row.renderedContent) }))
    else remove.run(id)
  }
  const pages = Math.ceil(messageIds.length * mergedPages)
  if (pages > 0)
    sqlite.query("INSERT INTO message_search (message_search, rank) VALUES ('merge', ?)").run(pages)
}
