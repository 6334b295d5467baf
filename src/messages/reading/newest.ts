// The newest message that somebody received.
import { periodsOf } from '../../channels/repository'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { isReceived } from '../access'
import { channelConversationId } from '../conversations'
import { flagBits } from '../flags'
import { newestDirectMessages } from '../repository'

/** How many of the organization's newest messages are looked at before asking for each conversation. */
const recentMessages = 100

interface Recent {
  id: number
  conversationId: number
  channelId: number | null
  /** Not 0 if the person has made it part of their history. */
  isAdded: number
}

/**
 * The ID of the newest message the person received, -1 without any. It stays when they can no longer read it:
 * nothing tells clients of that.
 */
export function newestReceivedId(organization: Organization, person: User | undefined): number {
  if (!person) return -1
  const recent = organization.db.sqlite
    .query<Recent, [number, number]>(
      `SELECT m.id, m.conversation_id AS conversationId, m.channel_id AS channelId,
         coalesce(s.flags & ${flagBits.historical}, 0) AS isAdded
       FROM messages m LEFT JOIN message_states s ON s.user_id = ? AND s.message_id = m.id
       ORDER BY m.id DESC LIMIT ?`,
    )
    .all(person.id, recentMessages)
  const newest = recent.find((message) => message.isAdded !== 0 || isReceived(organization, person, message))
  if (newest) return newest.id
  return recent.length < recentMessages ? -1 : newestOfEach(organization, person)
}

function newestOfEach(organization: Organization, person: User): number {
  const within = organization.db.sqlite.query<{ id: number | null }, [number, number, number]>(
    'SELECT max(id) AS id FROM messages WHERE conversation_id = ? AND id > ? AND id <= ?',
  )
  let newest = newestAdded(organization, person)
  for (const [channelId, periods] of periodsOf(organization, person.id)) {
    const conversationId = channelConversationId(organization, channelId)
    if (conversationId === undefined) continue
    for (const { fromMessageId, toMessageId } of periods) {
      const until = toMessageId ?? Number.MAX_SAFE_INTEGER
      if (until <= newest) continue
      newest = Math.max(newest, within.get(conversationId, fromMessageId, until)?.id ?? -1)
    }
  }
  for (const { newestId } of newestDirectMessages(organization.db, person.id))
    newest = Math.max(newest, newestId)
  return newest
}

function newestAdded(organization: Organization, person: User): number {
  const row = organization.db.sqlite
    .query<{ id: number | null }, [number]>(
      `SELECT max(message_id) AS id FROM message_states
       WHERE user_id = ? AND (flags & ${flagBits.historical}) <> 0`,
    )
    .get(person.id)
  return row?.id ?? -1
}
