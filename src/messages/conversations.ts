// SQL of conversations, and what is kept of them in memory: who a direct one is between, which is a channel's.
import { asc, eq } from 'drizzle-orm'
import { selection, type RowOf } from '../database/columns'
import { assertSightIsWatched, type Transaction } from '../organization/writer'
import { keyedCache } from '../organization/cache'
import type { Organization } from '../organization/organization'
import { conversationMembers, conversations } from './tables'

/** A set of recipients; its ID is the wire's `recipient_id`. It never changes. */
export interface Conversation {
  id: number
  /** Null for direct conversations. */
  channelId: number | null
  /** Everybody in a direct conversation, ascending; empty for channels. */
  memberIds: readonly number[]
}

const stored = selection(conversations, 'c', ['channelId', 'memberKey'])

/** By ID. By hand, as a first register asks for hundreds: prepared once, it takes a tenth of the time. */
export const conversation = keyedCache([conversations.id], (organization, id: number): Conversation => {
  const row = organization.db.sqlite
    .query<RowOf<typeof stored>, [number]>(`SELECT ${stored.sql} FROM conversations c WHERE c.id = ?`)
    .get(id)
  if (!row) throw new Error(`There is no conversation ${id}`)
  return { id, channelId: row.channelId, memberIds: idsOf(row.memberKey) }
})

/** Channel ID → the ID of its conversation; undefined before its first message. */
export const channelConversationId = keyedCache(
  [conversations.channelId],
  (organization, channelId: number): number | undefined =>
    organization.db.orm.select().from(conversations).where(eq(conversations.channelId, channelId)).get()?.id,
)

const byMemberKey = keyedCache(
  [conversations.memberKey],
  (organization, memberKey: string): number | undefined =>
    organization.db.orm.select().from(conversations).where(eq(conversations.memberKey, memberKey)).get()?.id,
)

/** The direct conversations the person is in, oldest first. */
export function directConversationsOf(organization: Organization, userId: number): readonly Conversation[] {
  return directConversationIdsOf(organization, userId).map((id) => conversation(organization, id))
}

const directConversationIdsOf = keyedCache(
  [conversationMembers.userId],
  (organization, userId: number): readonly number[] =>
    organization.db.orm
      .select({ id: conversationMembers.conversationId })
      .from(conversationMembers)
      .where(eq(conversationMembers.userId, userId))
      .orderBy(asc(conversationMembers.conversationId))
      .all()
      .map(({ id }) => id),
)

/** The direct conversation between exactly these people, if they ever had one. */
export function directConversationId(
  organization: Organization,
  memberIds: readonly number[],
): number | undefined {
  return byMemberKey(organization, memberIds.join(','))
}

/**
 * The direct conversation between exactly these people; a new one is made inside `changingSight`.
 * @param memberIds ascending, without doubles.
 */
export function openDirectConversation(tx: Transaction, memberIds: readonly number[]): number {
  const memberKey = memberIds.join(',')
  const known = byMemberKey(tx.organization, memberKey)
  if (known !== undefined) return known
  assertSightIsWatched(tx, 'A direct conversation')
  const id = inserted(tx, { memberKey, memberCount: memberIds.length })
  const members = memberIds.map((userId) => ({ userId, conversationId: id }))
  tx.orm.insert(conversationMembers).values(members).run()
  return id
}

/** The channel's conversation. */
export function openChannelConversation(tx: Transaction, channelId: number): number {
  const known = channelConversationId(tx.organization, channelId)
  if (known !== undefined) return known
  return inserted(tx, { channelId })
}

function inserted(tx: Transaction, row: typeof conversations.$inferInsert): number {
  return tx.orm.insert(conversations).values(row).returning().get().id
}

function idsOf(memberKey: string | null): readonly number[] {
  return memberKey === null ? [] : memberKey.split(',').map(Number)
}
