// SQL of unread messages: who has one, in an index by person, but for the newest, which come to it a few hundred at a time. By
// hand, as it is part of each message sent and of what reads thousands of them.
import { prepared } from '../database/prepared'
import { cache } from '../organization/cache'
import { organizationState } from '../organization/state'
import type { Transaction } from '../organization/writer'
import { flagBits } from './flags'
import { unreadProgress } from './tables'

/*
 * The index has a place for each person, so a message for twenty people is written to twenty pages of it: most of what a commit
 * writes. What is new is found by the message instead: its rows are marked as new, and have no part in the index. Many are read
 * before they come to it, and never do.
 */

/**
 * How many messages come to the index together: the more, the fewer of its pages are written for each. That takes a few milliseconds,
 * and whoever asks for unread messages looks at so many new ones. Tests make it small.
 */
export const unreadLimits = { newOnes: 256 }
/** Messages for more people come to it at once: there, it takes little of the time. */
const mostNewRows = 64

/** Read anew for every few hundred messages. */
const readProgress = prepared((orm) => orm.select().from(unreadProgress).prepare())

/** Messages with higher IDs may have rows that are new. */
const indexedUpTo = cache([unreadProgress], ({ db }) => {
  const progress = readProgress(db).get()
  if (!progress) throw new Error('It is not known how far the index of unread messages has come')
  return progress.indexedUpTo
})

/** No message after that one has rows that are new; perhaps none before it has. */
const newest = organizationState(() => ({ id: Infinity }))

/**
 * Writes rows of a new message, with the newest ID of all. `OR FAIL` spares SQLite a journal for it: a write that fails is
 * undone whole.
 */
export function insertNewStates(
  tx: Transaction,
  messageId: number,
  userIds: readonly number[],
  bits: number,
): void {
  const isNew = (bits & flagBits.unread) !== 0 && userIds.length <= mostNewRows
  tx.sqlite
    .query(
      `INSERT OR FAIL INTO message_states (message_id, user_id, flags, is_new) SELECT ?, value, ?, ? FROM json_each(?)`,
    )
    .run(messageId, bits, isNew, JSON.stringify(userIds))
  if (isNew) newest(tx.organization).id = messageId
}

/** To be called for each new message, with or without rows: what is new is looked for among the messages after the last that came. */
export function noteNewForUnread(tx: Transaction, messageId: number): void {
  tx.beforeCommit(() => {
    const upTo = indexedUpTo(tx.organization)
    if (messageId - upTo >= unreadLimits.newOnes) bringToIndex(tx, upTo, messageId)
  })
}

function bringToIndex({ organization, sqlite }: Transaction, after: number, upTo: number): void {
  const last = newest(organization)
  if (last.id > after) {
    sqlite
      .query('UPDATE message_states SET is_new = 0 WHERE message_id > ? AND message_id <= ? AND is_new = 1')
      .run(after, upTo)
    // What was left from before the start is indexed with this.
    if (last.id === Infinity) last.id = upTo
  }
  sqlite.query('UPDATE unread_progress SET indexed_up_to = ?').run(upTo)
}

/** Where a person's unread messages are: SQL that binds `s`, rows of `message_states`, and the condition for them. */
export interface UnreadSource {
  readonly from: string
  /** Its `?` is the person's ID. */
  readonly where: string
  /** The column by which they are in order. */
  readonly id: 's.message_id' | 'n.id'
}

/** Those that the index has, in the order of their IDs. */
export const indexedUnread: UnreadSource = {
  from: 'message_states s INDEXED BY message_states_unread',
  where: `s.user_id = ? AND (s.flags & ${flagBits.unread}) <> 0 AND s.is_new = 0`,
  id: 's.message_id',
}

/** Those that it does not have yet, in the order of their IDs. */
export const newUnread: UnreadSource = {
  from: 'messages n CROSS JOIN message_states s ON s.message_id = n.id',
  where: `n.id > (SELECT indexed_up_to FROM unread_progress) AND s.user_id = ?
    AND (s.flags & ${flagBits.unread}) <> 0 AND s.is_new = 1`,
  id: 'n.id',
}

/** All of a person's unread messages. @param ask for rows of a source. @returns them, ascending */
export function allSources<Row extends { id: number }>(ask: (source: UnreadSource) => Row[]): Row[] {
  const indexed = ask(indexedUnread)
  const others = ask(newUnread)
  return others.length === 0 ? indexed : [...indexed, ...others].sort((a, b) => a.id - b.id)
}
