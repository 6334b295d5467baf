// Sessions on the wire.
import type { Organization } from '../organization/organization'
import { lastSeenAt, longestIdleSeconds, longestSessionSeconds } from './activity'
import { deviceName } from './device'
import type { Session } from './repository'

/**
 * A session as its owner sees it: `id`, `device` (such as `Firefox on Linux`), `address` it logged in from,
 * `date_created`, `last_seen` and `expiry_date`, if it is not used until then (UNIX seconds), `is_current`.
 * @param currentId the session that asks, if one does
 */
export function sessionObject(organization: Organization, session: Session, currentId: number | undefined) {
  const lastSeen = lastSeenAt(organization, session)
  return {
    id: session.id,
    device: deviceName(session.userAgent),
    address: session.address,
    date_created: session.createdAt,
    last_seen: lastSeen,
    expiry_date: Math.min(lastSeen + longestIdleSeconds, session.createdAt + longestSessionSeconds),
    is_current: session.id === currentId,
  }
}
