// The newest message that somebody received and can read.
import { selection, type RowOf } from '../../database/columns'
import { messages } from '../tables'
import { narrowQuery } from '../../narrow/query'
import type { Organization } from '../../organization/organization'
import { atOnce } from '../../organization/turns'
import type { User } from '../../users/repository'
import { canRead, isReceived } from '../access'
import { flagBits } from '../flags'

/** How many of the organization's newest messages are looked at before asking for all that the person has. */
const recentMessages = 100

const recently = selection(messages, 'm', ['id', 'conversationId', 'channelId'])

type Recent = RowOf<typeof recently> & {
  /** Not 0 if the person has made it part of their history. */
  isAdded: number
}

/**
 * The ID of the newest message the person received and can still read, -1 without any. It does not hang on messages out
 * of their sight: what becomes of those is none of their business, so no event could keep it right.
 */
export function newestReceivedId(organization: Organization, person: User | undefined): number {
  if (!person) return -1
  const recent = organization.db.sqlite
    .query<Recent, [number, number]>(
      // By hand, as every register asks for it.
      `SELECT ${recently.sql}, coalesce(s.flags & ${flagBits.historical}, 0) AS isAdded
       FROM messages m LEFT JOIN message_states s ON s.user_id = ? AND s.message_id = m.id
       ORDER BY m.id DESC LIMIT ?`,
    )
    .all(person.id, recentMessages)
  const isTheirs = (message: Recent) => message.isAdded !== 0 || isReceived(organization, person, message)
  const newest = recent.find((message) => isTheirs(message) && canRead(organization, person, message))
  if (newest) return newest.id
  const oldest = recent.at(-1)
  if (!oldest || recent.length < recentMessages) return -1
  const everything = narrowQuery(organization, person, [])
  const older = atOnce(everything.ids({ order: 'descending', limit: 1, upTo: oldest.id - 1 }))
  return older.ids[0] ?? -1
}
