// Whose presence a viewer may know of.
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { directory, type User } from '../users/repository'
import { sightOf } from '../users/visibility'
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
  { since, historyLimitDays }: PresenceQuery,
): Iterable<VisiblePresence> {
  if (!viewer || settings(organization).presence_disabled) return
  const { byId } = directory(organization)
  const isLimited = organization.rules.canAccessAllUsersGroupLimitsPresence
  const sees = isLimited ? sightOf(organization, viewer) : () => true
  const limitSeconds = historyLimitDays * 24 * 60 * 60
  const oldest = since !== undefined && since > 0 ? 0 : organization.clock.now() / 1000 - limitSeconds
  for (const record of presenceBoard(organization).changedSince(since ?? -1)) {
    const user = byId.get(record.userId)
    if (user?.isActive && record.connectedAt >= oldest && sees(user)) yield { record, user }
  }
}
