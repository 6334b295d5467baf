// SQL of reactions.
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'

export interface StoredReaction {
  messageId: number
  userId: number
  reactionType: string
  emojiCode: string
  emojiName: string
}

/** In the order they were given. */
export function reactionsOf(db: Connection, messageIds: readonly number[]): StoredReaction[] {
  return db.sqlite
    .query<StoredReaction, [string]>(
      `SELECT r.message_id AS messageId, r.user_id AS userId, r.reaction_type AS reactionType,
         r.emoji_code AS emojiCode, r.emoji_name AS emojiName
       FROM json_each(?) wanted CROSS JOIN reactions r ON r.message_id = wanted.value ORDER BY r.position`,
    )
    .all(JSON.stringify(messageIds))
}

/** Adds a reaction after those that are there. */
export function insertReaction(tx: Transaction, reaction: StoredReaction): void {
  const { messageId, userId, reactionType, emojiCode, emojiName } = reaction
  tx.sqlite
    .query(
      `INSERT INTO reactions (message_id, user_id, reaction_type, emoji_code, emoji_name, position)
       SELECT ?1, ?, ?, ?, ?, coalesce(max(position), 0) + 1 FROM reactions WHERE message_id = ?1`,
    )
    .run(messageId, userId, reactionType, emojiCode, emojiName)
  tx.sqlite.query('UPDATE messages SET has_reaction = 1 WHERE id = ? AND NOT has_reaction').run(messageId)
}

export function deleteReaction(tx: Transaction, reaction: StoredReaction): void {
  const { messageId, userId, reactionType, emojiCode } = reaction
  tx.sqlite
    .query(
      `DELETE FROM reactions WHERE message_id = ? AND user_id = ? AND reaction_type = ? AND emoji_code = ?`,
    )
    .run(messageId, userId, reactionType, emojiCode)
  tx.sqlite
    .query(
      `UPDATE messages SET has_reaction = 0
       WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM reactions WHERE message_id = ?1)`,
    )
    .run(messageId)
}
