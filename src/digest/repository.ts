// SQL of digests: who had one when, and what was said lately.
import { gt } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { sentDigests } from './tables'

/** The people who had a digest after that time. */
export function hadDigestAfter(db: Connection, time: number): ReadonlySet<number> {
  const rows = db.orm
    .select({ userId: sentDigests.userId })
    .from(sentDigests)
    .where(gt(sentDigests.sentAt, time))
    .all()
  return new Set(rows.map(({ userId }) => userId))
}

export function noteDigest(tx: Transaction, userId: number, sentAt: number): void {
  tx.orm
    .insert(sentDigests)
    .values({ userId, sentAt })
    .onConflictDoUpdate({ target: sentDigests.userId, set: { sentAt } })
    .run()
}

/** A message of a channel, without its text. */
export interface Said {
  id: number
  conversationId: number
  channelId: number
  topicKey: string
  senderId: number
}

/** The newest messages of these channels since a time, of the last so many of the organization; ascending. */
export function saidLately(
  { sqlite }: Connection,
  channelIds: readonly number[],
  { since, last }: { since: number; last: number },
): Said[] {
  return sqlite
    .query<Said, [number, number, string]>(
      `SELECT id, conversation_id AS conversationId, channel_id AS channelId, topic_key AS topicKey, sender_id AS senderId
       FROM messages WHERE id > (SELECT max(id) FROM messages) - ? AND sent_at >= ?
         AND channel_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(last, since, JSON.stringify(channelIds))
}
