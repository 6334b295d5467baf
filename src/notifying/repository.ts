// SQL of whom a message may have to be told to, by hand: a mention of everybody goes to thousands.
import { flagBits } from '../messages/flags'
import type { Connection } from '../organization/database'

/** What a message says to a person who has not read it. */
export interface UnreadState {
  userId: number
  flags: number
}

/**
 * The next people who have not read a message, by ID.
 * @param only who is meant; null for all
 * @param after the last that there was
 */
export function unreadStates(
  db: Connection,
  { messageId, only, after }: { messageId: number; only: readonly number[] | null; after: number },
  limit: number,
): UnreadState[] {
  return db.sqlite
    .query<UnreadState, [number, number, string | null, number]>(
      `SELECT user_id AS userId, flags FROM message_states
       WHERE message_id = ?1 AND user_id > ?2 AND (flags & ${flagBits.unread}) <> 0
         AND (?3 IS NULL OR user_id IN (SELECT value FROM json_each(?3)))
       ORDER BY user_id LIMIT ?4`,
    )
    .all(messageId, after, only && JSON.stringify(only), limit)
}
