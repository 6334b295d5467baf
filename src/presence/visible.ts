// Whose presence a viewer may know of.
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { directory, type User } from '../users/repository'
import { sightOf } from '../permissions/visibility'
import { presenceBoard, type PresenceRecord } from './board'

export interface PresenceQuery {
  /** Only what changed after the change of this number; undefined: everything. */
  since: number | undefined
  /** Nothing older than this; ignored where the client asks for what is new to it. */
  historyLimitDays: number
}

export interface VisiblePresence {
  record: PresenceRecord
  user: User
}

/** The number of the newest change; undefined while there is none, or the organization has turned presence off. */
export function latestUpdateId(organization: Organization): number | undefined {
  if (settings(organization).presence_disabled) return undefined
  const last = presenceBoard(organization).lastUpdateId
  return last === 0 ? undefined : last
}

/** Presence of active accounts. Guests of limited sight know of everybody's, unless a server-wide setting says otherwise. */
export function* visiblePresence(
  organization: Organization,
  viewer: User | undefined,
  query: PresenceQuery,
): Iterable<VisiblePresence> {
  if (!viewer || settings(organization).presence_disabled) return
  const { byId } = directory(organization)
  const sees = limitsPresence(organization) ? sightOf(organization, viewer) : () => true
  const { since, oldest } = rangeOf(organization, query)
  for (const record of presenceBoard(organization).changedSince(since)) {
    const user = byId.get(record.userId)
    if (user?.isActive && record.connectedAt >= oldest && sees(user)) yield { record, user }
  }
}

/** Whether guests of limited sight are kept even from the presence of those they don't see (contract 4.9). */
export function limitsPresence({ rules }: Organization): boolean {
  return rules.canAccessAllUsersGroupLimitsPresence
}

/** The number of the last change the client knows, and the time, in UNIX seconds, of the oldest it wants to know. */
export function rangeOf(
  organization: Organization,
  { since, historyLimitDays }: PresenceQuery,
): { since: number; oldest: number } {
  // A number that is yet to come was given before a crash, or before a backup was put back.
  const isKnown = since !== undefined && since > 0 && since <= presenceBoard(organization).lastUpdateId
  if (isKnown) return { since, oldest: 0 }
  return { since: -1, oldest: organization.clock.now() / 1000 - historyLimitDays * 24 * 60 * 60 }
}
