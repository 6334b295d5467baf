// SQL of conversations, and what is kept of them in memory: who a direct one is between, which is a channel's.
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

interface Row {
  id: number
  channelId: number | null
  memberKey: string | null
}

const columns = 'id, channel_id AS channelId, member_key AS memberKey'

/** By ID. */
export const conversation = keyedCache([conversations.id], (organization, id: number): Conversation => {
  const row = organization.db.sqlite
    .query<Row, [number]>(`SELECT ${columns} FROM conversations WHERE id = ?`)
    .get(id)
  if (!row) throw new Error(`There is no conversation ${id}`)
  return { id, channelId: row.channelId, memberIds: idsOf(row.memberKey) }
})

/** Channel ID → the ID of its conversation; undefined before its first message. */
export const channelConversationId = keyedCache(
  [conversations.channelId],
  (organization, channelId: number): number | undefined =>
    organization.db.sqlite
      .query<{ id: number }, [number]>('SELECT id FROM conversations WHERE channel_id = ?')
      .get(channelId)?.id,
)

const byMemberKey = keyedCache(
  [conversations.memberKey],
  (organization, memberKey: string): number | undefined =>
    organization.db.sqlite
      .query<{ id: number }, [string]>('SELECT id FROM conversations WHERE member_key = ?')
      .get(memberKey)?.id,
)

/** The direct conversations the person is in, oldest first. */
export function directConversationsOf(organization: Organization, userId: number): readonly Conversation[] {
  return directConversationIdsOf(organization, userId).map((id) => conversation(organization, id))
}

const directConversationIdsOf = keyedCache(
  [conversationMembers.userId],
  (organization, userId: number): readonly number[] =>
    organization.db.sqlite
      .query<{ id: number }, [number]>(
        'SELECT conversation_id AS id FROM conversation_members WHERE user_id = ? ORDER BY id',
      )
      .all(userId)
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
  const id = inserted(tx, null, memberKey, memberIds.length)
  const addMember = tx.sqlite.query(
    'INSERT INTO conversation_members (user_id, conversation_id) VALUES (?, ?)',
  )
  for (const userId of memberIds) {
    addMember.run(userId, id)
  }
  return id
}

/** The channel's conversation. */
export function openChannelConversation(tx: Transaction, channelId: number): number {
  const known = channelConversationId(tx.organization, channelId)
  if (known !== undefined) return known
  return inserted(tx, channelId, null, 0)
}

function inserted(
  tx: Transaction,
  channelId: number | null,
  memberKey: string | null,
  memberCount: number,
): number {
  const { lastInsertRowid } = tx.sqlite
    .query('INSERT INTO conversations (channel_id, member_key, member_count) VALUES (?, ?, ?)')
    .run(channelId, memberKey, memberCount)
  return Number(lastInsertRowid)
}

function idsOf(memberKey: string | null): readonly number[] {
  return memberKey === null ? [] : memberKey.split(',').map(Number)
}
