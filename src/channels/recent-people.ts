// Who counts as being around: bots, and people active within two weeks (contract 4.17, `partial`).
import { queues } from '../events/queues'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { presenceBoard } from '../presence/board'
import { directory } from '../users/repository'

const activeSeconds = 14 * 24 * 60 * 60
/** Who has sent something is looked up again after this time; presence and queues are looked at each time. */
const rememberSeconds = 60

/** By user ID: 1 for bots, and for everyone who was active in the last 14 days. */
export function peopleAround(organization: Organization): Uint8Array {
  const everybody = directory(organization).all
  const since = seconds(organization.clock) - activeSeconds
  const flags = new Uint8Array((everybody.at(-1)?.id ?? 0) + 1)
  const board = presenceBoard(organization)
  for (const { id, botType } of everybody) {
    if (botType !== null || (board.get(id)?.connectedAt ?? 0) >= since) flags[id] = 1
  }
  for (const id of queues(organization).userIds) flags[id] = 1
  for (const id of sendersSince(organization, since)) flags[id] = 1
  return flags
}

const senders = organizationState((): { at: number; ids: readonly number[] } => ({
  at: Number.NEGATIVE_INFINITY,
  ids: [],
}))

function sendersSince(organization: Organization, since: number): readonly number[] {
  const known = senders(organization)
  const now = seconds(organization.clock)
  if (now - known.at >= rememberSeconds) {
    known.at = now
    known.ids = organization.db.sqlite
      .query<{ id: number }, [number]>(
        `SELECT users.id FROM users WHERE
           (SELECT sent_at FROM messages WHERE sender_id = users.id ORDER BY id DESC LIMIT 1) >= ?`,
      )
      .all(since)
      .map(({ id }) => id)
  }
  return known.ids
}
