// Sessions on the wire.
import { parse } from 'bowser'
import type { Organization } from '../organization/organization'
import { lastSeenAt, longestIdleSeconds, longestSessionSeconds } from './activity'
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
    device: device(session.userAgent),
    address: session.address,
    date_created: session.createdAt,
    last_seen: lastSeen,
    expiry_date: Math.min(lastSeen + longestIdleSeconds, session.createdAt + longestSessionSeconds),
    is_current: session.id === currentId,
  }
}

/** What a browser is and runs on, in words; of a program, the name that it gives itself. */
function device(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = parse(userAgent)
  const program = browser.name || /^[^\s/]+/.exec(userAgent)?.[0] || 'Unknown browser'
  return os.name ? `${program} on ${os.name}` : program
}
