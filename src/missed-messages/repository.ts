// SQL of missed messages, and of what was said before them.
import { desc, eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import type { StoredMessage } from '../messages/repository'
import type { Trigger } from '../notifications/triggers'
import { missedMessages } from './tables'

/** Notes a message, if it is not noted already. By hand, since a mention of everybody is noted for thousands. */
export function insertMissed(tx: Transaction, userId: number, messageId: number, trigger: Trigger): void {
  tx.sqlite
    .query(
      'INSERT INTO missed_messages (user_id, message_id, trigger) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(userId, messageId, trigger)
}

/** The newest that the person missed, ascending by ID. */
export function missedOf(
  db: Connection,
  userId: number,
  limit: number,
): { messageId: number; trigger: string }[] {
  return db.orm
    .select({ messageId: missedMessages.messageId, trigger: missedMessages.trigger })
    .from(missedMessages)
    .where(eq(missedMessages.userId, userId))
    .orderBy(desc(missedMessages.messageId))
    .limit(limit)
    .all()
    .reverse()
}

export function deleteMissed(tx: Transaction, userId: number): void {
  tx.orm.delete(missedMessages).where(eq(missedMessages.userId, userId)).run()
}

/** The IDs of the messages that come before one in its topic or direct conversation, since a time, ascending. */
export function idsBefore(
  { sqlite }: Connection,
  { id, conversationId, channelId }: Pick<StoredMessage, 'id' | 'conversationId' | 'channelId'>,
  topicKey: string,
  { since, limit }: { since: number; limit: number },
): number[] {
  const rows =
    channelId === null
      ? sqlite
          .query<{ id: number }, [number, number, number, number]>(
            `SELECT id FROM messages WHERE conversation_id = ? AND id < ? AND sent_at >= ? ORDER BY id DESC LIMIT ?`,
          )
          .all(conversationId, id, since, limit)
      : sqlite
          .query<{ id: number }, [number, string, number, number, number]>(
            `SELECT id FROM messages WHERE channel_id = ? AND topic_key = ? AND id < ? AND sent_at >= ?
             ORDER BY id DESC LIMIT ?`,
          )
          .all(channelId, topicKey, id, since, limit)
  return rows.map((row) => row.id).reverse()
}
