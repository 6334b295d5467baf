// SQL of a person's flags: which messages have one, and changing it for many messages by one statement. All by hand: they
// take and give thousands of messages at a time, for which Drizzle takes several times as long.
import { selection, type RowOf } from '../database/columns'
import { flagBits } from '../messages/flags'
import { messages } from '../messages/tables'
import { allSources } from '../messages/unread-repository'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { noteTouched } from '../search/watches'

const message = selection(messages, 'm', ['id', 'conversationId', 'channelId', 'topic'])

/** A message, and what it says to a person so far. */
export type FlaggedMessage = RowOf<typeof message> & {
  /** The person's flag bits for it, 0 without a row. */
  flags: number
}

/** Those of the messages that have the bit for the person. @param ids ascending, as is the answer. */
export function withBit(db: Connection, userId: number, ids: readonly number[], bit: number): number[] {
  return db.sqlite
    .query<[number], [string, number, number]>(
      `SELECT s.message_id FROM json_each(?) wanted
       CROSS JOIN message_states s ON s.message_id = wanted.value AND s.user_id = ?
       WHERE (s.flags & ?) <> 0`,
    )
    .values(JSON.stringify(ids), userId, bit)
    .map(([id]) => Number(id))
}

/** Those of the messages that don't have the bit for the person. @param ids ascending, as is the answer. */
export function withoutBit(
  db: Connection,
  userId: number,
  ids: readonly number[],
  bit: number,
): FlaggedMessage[] {
  return db.sqlite
    .query<FlaggedMessage, [string, number, number]>(
      `SELECT ${message.sql}, coalesce(s.flags, 0) AS flags
       FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value
       LEFT JOIN message_states s ON s.message_id = m.id AND s.user_id = ?
       WHERE (coalesce(s.flags, 0) & ?) = 0`,
    )
    .all(JSON.stringify(ids), userId, bit)
}

/** The messages have these bits for the person from now on. */
export function setBits(tx: Transaction, userId: number, ids: readonly number[], bits: number): void {
  if (ids.length === 0) return
  noteTouched(tx, ids, userId)
  // `WHERE true` tells the parser that ON CONFLICT is no part of a join.
  tx.sqlite
    .query(
      `INSERT INTO message_states (message_id, user_id, flags)
       SELECT value, ?, ? FROM json_each(?) WHERE true
       ON CONFLICT DO UPDATE SET flags = flags | excluded.flags`,
    )
    .run(userId, bits, JSON.stringify(ids))
}

/** The messages don't have the bit for the person any more; a state that says nothing now is not kept. */
export function clearBit(tx: Transaction, userId: number, ids: readonly number[], bit: number): void {
  if (ids.length === 0) return
  noteTouched(tx, ids, userId)
  const list = JSON.stringify(ids)
  const theirs = 'message_id IN (SELECT value FROM json_each(?1)) AND user_id = ?2'
  const { changes } = tx.sqlite
    .query(`DELETE FROM message_states WHERE ${theirs} AND flags = ?3`)
    .run(list, userId, bit)
  if (changes === ids.length) return
  tx.sqlite
    .query(`UPDATE message_states SET flags = flags & ~?3 WHERE ${theirs} AND (flags & ?3) <> 0`)
    .run(list, userId, bit)
}

/** The person's oldest unread messages, ascending. */
export function oldestUnread(db: Connection, userId: number, limit: number): number[] {
  const all = allSources(({ from, where, id }) =>
    db.sqlite
      .query<{ id: number }, [number, number]>(
        `SELECT s.message_id AS id FROM ${from} WHERE ${where} ORDER BY ${id} LIMIT ?`,
      )
      .all(userId, limit),
  )
  return all.slice(0, limit).map(({ id }) => id)
}

/** A channel's messages that the person has not read, ascending. */
export function unreadInChannel(db: Connection, userId: number, channelId: number): FlaggedMessage[] {
  return allSources(({ from, where, id }) =>
    db.sqlite
      .query<FlaggedMessage, [number, number]>(
        `SELECT ${message.sql}, s.flags FROM ${from} CROSS JOIN messages m ON m.id = s.message_id
         WHERE ${where} AND m.channel_id = ? ORDER BY ${id}`,
      )
      .all(userId, channelId),
  )
}

const judged = selection(messages, 'm', ['id', 'senderId', 'channelId'])

/** What an unread message is judged by. */
export type UnreadMessage = RowOf<typeof judged>

/** All of a person's unread messages, ascending. */
export function allUnread(db: Connection, userId: number): UnreadMessage[] {
  return allSources(({ from, where, id }) =>
    db.sqlite
      .query<UnreadMessage, [number]>(
        `SELECT ${judged.sql} FROM ${from} CROSS JOIN messages m ON m.id = s.message_id
         WHERE ${where} ORDER BY ${id}`,
      )
      .all(userId),
  )
}

/** The messages of these channels that a person has starred, whether or not they can read them; ascending. */
export function starredIn(
  db: Connection,
  userId: number,
  channelIds: readonly number[],
): { id: number; channelId: number }[] {
  return db.sqlite
    .query<{ id: number; channelId: number }, [number, string]>(
      `SELECT m.id, m.channel_id AS channelId
       FROM message_states s INDEXED BY message_states_starred CROSS JOIN messages m ON m.id = s.message_id
       WHERE s.user_id = ? AND (s.flags & ${flagBits.starred}) <> 0
         AND m.channel_id IN (SELECT value FROM json_each(?)) ORDER BY s.message_id`,
    )
    .all(userId, JSON.stringify(channelIds))
}
