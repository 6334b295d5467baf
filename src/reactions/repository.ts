// SQL of reactions.
import { and, eq, notExists, sql } from 'drizzle-orm'
import { selection, type RowOf } from '../database/columns'
import { given, prepared } from '../database/prepared'
import { messages } from '../messages/tables'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { noteTouched } from '../search/watches'
import { reactions } from './tables'

const stored = selection(reactions, 'r', ['messageId', 'userId', 'reactionType', 'emojiCode', 'emojiName'])

export type StoredReaction = RowOf<typeof stored>

/** In the order they were given. By hand, as every fetch of messages asks for them: prepared once, it takes a tenth of the time. */
export function reactionsOf(db: Connection, messageIds: readonly number[]): StoredReaction[] {
  return db.sqlite
    .query<StoredReaction, [string]>(
      `SELECT ${stored.sql}
       FROM json_each(?) wanted CROSS JOIN reactions r ON r.message_id = wanted.value ORDER BY r.position`,
    )
    .all(JSON.stringify(messageIds))
}

const ofMessage = eq(reactions.messageId, given('messageId'))

const insertAtEnd = prepared((orm) =>
  orm
    .insert(reactions)
    .values({
      messageId: given('messageId'),
      userId: given('userId'),
      reactionType: given('reactionType'),
      emojiCode: given('emojiCode'),
      emojiName: given('emojiName'),
      position: sql`(${orm
        .select({ next: sql`coalesce(max(${reactions.position}), 0) + 1` })
        .from(reactions)
        .where(ofMessage)})`,
    })
    .prepare(),
)

const markReacted = prepared((orm) =>
  orm
    .update(messages)
    .set({ hasReaction: true })
    .where(and(eq(messages.id, given('messageId')), eq(messages.hasReaction, false)))
    .prepare(),
)

/** Adds a reaction after those that are there. */
export function insertReaction(tx: Transaction, reaction: StoredReaction): void {
  noteTouched(tx, [reaction.messageId])
  insertAtEnd(tx).run({ ...reaction })
  markReacted(tx).run({ messageId: reaction.messageId })
}

const remove = prepared((orm) =>
  orm
    .delete(reactions)
    .where(
      and(
        ofMessage,
        eq(reactions.userId, given('userId')),
        eq(reactions.reactionType, given('reactionType')),
        eq(reactions.emojiCode, given('emojiCode')),
      ),
    )
    .prepare(),
)

const unmarkReacted = prepared((orm) => {
  const others = orm.select({ userId: reactions.userId }).from(reactions).where(ofMessage)
  return orm
    .update(messages)
    .set({ hasReaction: false })
    .where(and(eq(messages.id, given('messageId')), notExists(others)))
    .prepare()
})

export function deleteReaction(tx: Transaction, reaction: StoredReaction): void {
  noteTouched(tx, [reaction.messageId])
  remove(tx).run({ ...reaction })
  unmarkReacted(tx).run({ messageId: reaction.messageId })
}
