// SQL of the edits of messages, read with each fetch of messages that have some: by hand, prepared once.
import { selection, type RowOf } from '../database/columns'
import type { Connection } from '../organization/database'
import { messageEdits } from './tables'

const edits = selection(messageEdits, 'e', [
  'messageId',
  'userId',
  'editedAt',
  'previousContent',
  'previousRenderedContent',
  'previousTopic',
  'topic',
  'previousChannelId',
  'channelId',
])

/** One edit; what did not change is null. */
export type StoredEdit = RowOf<typeof edits>

/** All edits of a message, newest first. */
export function editsOf(db: Connection, messageId: number): StoredEdit[] {
  return db.sqlite
    .query<StoredEdit, [number]>(
      `SELECT ${edits.sql} FROM message_edits e WHERE e.message_id = ? ORDER BY e.id DESC`,
    )
    .all(messageId)
}

/** Which of the edits of a message a list of messages carries. */
export interface ListedEdits {
  /** So many of the newest at most. */
  most: number
  /** As long as their previous texts have no more than so many bytes together; the newest in any case. */
  mostBytes: number
  /** Whether texts are not shown, so that only moves are of interest. */
  onlyMoves: boolean
}

/** Bytes of an edit's previous texts, without reading them. */
const textBytes = `coalesce(octet_length(previous_content), 0) + coalesce(octet_length(previous_rendered_content), 0)`

/** The newest edits of each of the messages, newest first. */
export function newestEdits(
  db: Connection,
  messageIds: readonly number[],
  listed: ListedEdits,
): StoredEdit[] {
  const rows = db.sqlite
    .query<{ id: number; messageId: number; bytes: number }, [string, number, number]>(
      `SELECT e.id, e.message_id AS messageId, ${textBytes} AS bytes
       FROM json_each(?) wanted CROSS JOIN message_edits e ON e.id IN
         (SELECT id FROM message_edits newest WHERE newest.message_id = wanted.value
            AND (? = 0 OR newest.topic IS NOT NULL OR newest.channel_id IS NOT NULL)
          ORDER BY newest.id DESC LIMIT ?)
       ORDER BY e.id DESC`,
    )
    .all(JSON.stringify(messageIds), listed.onlyMoves ? 1 : 0, listed.most)
  const sums = new Map<number, number>()
  const ids = rows.flatMap(({ id, messageId, bytes }) => {
    const before = sums.get(messageId)
    const sum = (before ?? 0) + (listed.onlyMoves ? 0 : bytes)
    sums.set(messageId, sum)
    return before === undefined || sum <= listed.mostBytes ? [id] : []
  })
  return db.sqlite
    .query<StoredEdit, [string]>(
      `SELECT ${edits.sql} FROM json_each(?) wanted CROSS JOIN message_edits e ON e.id = wanted.value ORDER BY e.id DESC`,
    )
    .all(JSON.stringify(ids))
}

/** How many bytes the previous texts of a message have. */
export function historyBytes(db: Connection, messageId: number): number {
  return (
    db.sqlite
      .query<{ bytes: number | null }, [number]>(
        `SELECT sum(${textBytes}) AS bytes FROM message_edits WHERE message_id = ?`,
      )
      .get(messageId)?.bytes ?? 0
  )
}
