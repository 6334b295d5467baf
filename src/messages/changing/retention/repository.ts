// SQL of messages by their age.
import { and, desc, eq, isNull, lt, min } from 'drizzle-orm'
import type { Connection } from '../../../organization/database'
import { messages } from '../../tables'

/** Direct messages are the ones without a channel; with their topic, which is empty, an index has them in order. */
const isDirect = and(isNull(messages.channelId), eq(messages.topicKey, ''))

/** A message, as far as its age and its place matter. */
export type Aged = Pick<
  typeof messages.$inferSelect,
  'id' | 'sentAt' | 'conversationId' | 'topic' | 'topicKey'
>

/**
 * The newest messages of a conversation, or of all direct ones together, that come before an ID; newest first.
 * @param conversationId undefined for the direct ones
 */
export function messagesBefore(
  db: Connection,
  conversationId: number | undefined,
  beforeId: number,
  limit: number,
): Aged[] {
  return agedQuery(db, conversationId, beforeId, limit).all()
}

export function agedQuery(
  db: Connection,
  conversationId: number | undefined,
  beforeId: number,
  limit: number,
) {
  const isThere = conversationId === undefined ? isDirect : eq(messages.conversationId, conversationId)
  return db.orm
    .select({
      id: messages.id,
      sentAt: messages.sentAt,
      conversationId: messages.conversationId,
      topic: messages.topic,
      topicKey: messages.topicKey,
    })
    .from(messages)
    .where(and(isThere, lt(messages.id, beforeId)))
    .orderBy(desc(messages.id))
    .limit(limit)
}

/** The oldest direct message that there is, of anybody. */
export function oldestDirectMessageId(db: Connection): number | null {
  const oldest = db.orm
    .select({ id: min(messages.id) })
    .from(messages)
    .where(isDirect)
    .get()
  return oldest?.id ?? null
}
