// SQL of messages and of what they say to each person, by hand: each request and each send asks for it. Prepared once, a
// message is read in 3 µs; Drizzle, which makes and prepares the statement each time, takes 75.
import { selection, type RowOf } from '../database/columns'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { noteNewForSearch } from '../search/repository'
import { noteTouched } from '../search/watches'
import { flagBits } from './flags'
import { messages } from './tables'
import { allSources, insertNewStates, noteNewForUnread } from './unread-repository'

const stored = selection(messages, 'm', [
  'id',
  'senderId',
  'conversationId',
  'channelId',
  'topic',
  'content',
  'renderedContent',
  'sentAt',
  'client',
  'isMeMessage',
  'hasReaction',
  'hasSubmessage',
  'hasEdits',
  'lastEditedAt',
  'lastMovedAt',
])

/** A message as stored; flags are 0 or 1. */
export type StoredMessage = RowOf<typeof stored>

/** Whether anything hangs on it that is stored elsewhere. */
export function hasAttached({ hasReaction, hasSubmessage, hasEdits }: StoredMessage): boolean {
  return hasReaction + hasSubmessage + hasEdits > 0
}

const selectOne = `SELECT ${stored.sql} FROM messages m WHERE m.id = ?`
const fromWanted = 'FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value'
const selectMany = `SELECT ${stored.sql} ${fromWanted}`
// Quicker by a subquery than by a join: of a hundred by a tenth, of one ten times.
const flagged = `${stored.sql},
  coalesce((SELECT flags FROM message_states WHERE message_id = m.id AND user_id = ?), 0) AS flags`
const selectFlagged = `SELECT ${flagged} ${fromWanted}`
const selectOneFlagged = `SELECT ${flagged} FROM messages m WHERE m.id = ?`

export function messageById(db: Connection, id: number): StoredMessage | undefined {
  return db.sqlite.query<StoredMessage, [number]>(selectOne).get(id) ?? undefined
}

/** In the order of the IDs; those that do not exist are left out. */
export function messagesByIds(db: Connection, ids: readonly number[]): StoredMessage[] {
  return db.sqlite.query<StoredMessage, [string]>(selectMany).all(JSON.stringify(ids))
}

/** A message, and the bits of a person's flags for it. */
export type FlaggedMessage = StoredMessage & { readonly flags: number }

/** By one statement, as each costs more than what it reads. Nobody has flags without an account. */
export function flaggedMessage(
  db: Connection,
  id: number,
  userId: number | undefined,
): FlaggedMessage | undefined {
  return db.sqlite.query<FlaggedMessage, [number, number]>(selectOneFlagged).get(userId ?? 0, id) ?? undefined
}

/** The same of several, as above. */
export function flaggedMessages(
  db: Connection,
  ids: readonly number[],
  userId: number | undefined,
): FlaggedMessage[] {
  return db.sqlite
    .query<FlaggedMessage, [number, string]>(selectFlagged)
    .all(userId ?? 0, JSON.stringify(ids))
}

/**
 * About how many bytes each of the messages takes in an answer, by ID. Their texts are not read for it.
 */
export function weights(db: Connection, ids: readonly number[]): [number, number][] {
  return db.sqlite
    .query<[number, number], [string]>(
      `SELECT m.id, ${weightOf.message} + octet_length(m.rendered_content)
         + iif(m.has_edits, ${weightOf.edits} + octet_length(m.rendered_content), 0)
         + iif(m.has_reaction, (SELECT count(*) FROM reactions r WHERE r.message_id = m.id) * ${weightOf.reaction}, 0)
         + iif(m.has_submessage, (SELECT sum(octet_length(s.content) + ${weightOf.submessage}) FROM submessages s
             WHERE s.message_id = m.id), 0)
       ${fromWanted}`,
    )
    .values(JSON.stringify(ids))
    .map(([id, weight]) => [Number(id), Number(weight)])
}

/** What there is of them beside their texts, in bytes; of the texts of edits, what a list carries. */
const weightOf = { message: 700, edits: 20_000, reaction: 130, submessage: 130 }

export type NewMessage = Omit<
  typeof messages.$inferSelect,
  'id' | 'hasReaction' | 'hasSubmessage' | 'hasEdits' | 'lastEditedAt' | 'lastMovedAt'
>

const insertOne = `INSERT INTO messages (sender_id, conversation_id, channel_id, topic, topic_key, content,
  rendered_content, renderer_version, sent_at, client, is_me_message, has_link, has_image, has_attachment)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** @returns the new message's ID. */
export function insertMessage(tx: Transaction, message: NewMessage): number {
  const { lastInsertRowid } = tx.sqlite
    .query(insertOne)
    .run(
      message.senderId,
      message.conversationId,
      message.channelId,
      message.topic,
      message.topicKey,
      message.content,
      message.renderedContent,
      message.rendererVersion,
      message.sentAt,
      message.client,
      message.isMeMessage,
      message.hasLink,
      message.hasImage,
      message.hasAttachment,
    )
  const id = Number(lastInsertRowid)
  noteNewForSearch(tx, id)
  noteNewForUnread(tx, id)
  return id
}

/** Notes what a new message says to each of its recipients; bits of 0 need no row. Most get the same bits, by one statement. */
export function insertStates(
  tx: Transaction,
  messageId: number,
  userIds: readonly number[],
  bitsOf: (userId: number) => number,
): void {
  const byBits = new Map<number, number[]>()
  for (const userId of userIds) {
    const bits = bitsOf(userId)
    if (bits === 0) continue
    const alike = byBits.get(bits)
    if (alike) alike.push(userId)
    else byBits.set(bits, [userId])
  }
  for (const [bits, alike] of byBits) insertNewStates(tx, messageId, alike, bits)
}

/** The person's flag bits for a message, 0 without a row. */
export function flagsOf(db: Connection, userId: number, messageId: number): number {
  return (
    db.sqlite
      .query<{ flags: number }, [number, number]>(
        'SELECT flags FROM message_states WHERE message_id = ? AND user_id = ?',
      )
      .get(messageId, userId)?.flags ?? 0
  )
}

/** Whether messages were added to the person's history that they did not receive. */
export function hasHistorical(db: Connection, userId: number): boolean {
  return (
    db.sqlite
      .query(
        `SELECT 1 FROM message_states WHERE user_id = ? AND (flags & ${flagBits.historical}) <> 0 LIMIT 1`,
      )
      .get(userId) !== null
  )
}

/** Makes a message that the person did not receive part of their history. */
export function markHistorical(tx: Transaction, userId: number, messageId: number): void {
  noteTouched(tx, [messageId], userId)
  tx.sqlite
    .query(
      `INSERT INTO message_states (message_id, user_id, flags) VALUES (?, ?, ${flagBits.historical})
       ON CONFLICT DO UPDATE SET flags = flags | ${flagBits.historical}`,
    )
    .run(messageId, userId)
}

/** The people for whom a message has one of the flag bits. */
export function peopleWithFlag(db: Connection, messageId: number, bits: number): number[] {
  return db.sqlite
    .query<{ userId: number }, [number, number]>(
      'SELECT user_id AS userId FROM message_states WHERE message_id = ? AND (flags & ?) <> 0',
    )
    .all(messageId, bits)
    .map(({ userId }) => userId)
}

/** The people who wrote or reacted in a topic. */
export function topicParticipants(db: Connection, channelId: number, topicKey: string): ReadonlySet<number> {
  const rows = db.sqlite
    .query<{ userId: number }, [number, string, number, string]>(
      `SELECT DISTINCT sender_id AS userId FROM messages WHERE channel_id = ? AND topic_key = ?
       UNION SELECT r.user_id FROM messages m JOIN reactions r ON r.message_id = m.id
       WHERE m.channel_id = ? AND m.topic_key = ? AND m.has_reaction`,
    )
    .all(channelId, topicKey, channelId, topicKey)
  return new Set(rows.map(({ userId }) => userId))
}

/** Whether the channel has a message in the topic. */
export function topicExists(db: Connection, channelId: number, topicKey: string): boolean {
  return (
    db.sqlite
      .query('SELECT 1 FROM messages WHERE channel_id = ? AND topic_key = ? LIMIT 1')
      .get(channelId, topicKey) !== null
  )
}

const unread = selection(messages, 'm', ['id', 'conversationId', 'channelId', 'topic'])

/** An unread message, as the register state counts it. */
export type UnreadMessage = RowOf<typeof unread> & { flags: number }

/** The newest unread messages of a person, ascending. */
export function unreadMessages(db: Connection, userId: number, limit: number): UnreadMessage[] {
  const all = allSources(({ from, where, id }) =>
    db.sqlite
      .query<UnreadMessage, [number, number]>(
        `SELECT ${unread.sql}, s.flags FROM ${from} CROSS JOIN messages m ON m.id = s.message_id
         WHERE ${where} ORDER BY ${id} DESC LIMIT ?`,
      )
      .all(userId, limit)
      .reverse(),
  )
  return all.slice(-limit)
}

/** Whether the person has starred any message, be it one that is out of their sight by now. */
export function hasStarred(db: Connection, userId: number): boolean {
  const bit = flagBits.starred
  return (
    db.sqlite
      .query(
        `SELECT 1 FROM message_states INDEXED BY message_states_starred
         WHERE user_id = ? AND (flags & ${bit}) <> 0 LIMIT 1`,
      )
      .get(userId) !== null
  )
}

/** The newest message of each of a person's direct conversations. */
export function newestDirectMessages(
  db: Connection,
  userId: number,
): { conversationId: number; newestId: number }[] {
  return db.sqlite
    .query<{ conversationId: number; newestId: number }, [number]>(
      `SELECT c.conversation_id AS conversationId,
         (SELECT max(m.id) FROM messages m WHERE m.conversation_id = c.conversation_id) AS newestId
       FROM conversation_members c WHERE c.user_id = ? AND newestId IS NOT NULL`,
    )
    .all(userId)
}
