// What can be done with sessions: begin and end them.
import { record } from '../audit-log/recording'
import { endQueues } from '../events/event'
import { badRequest } from '../http/errors'
import { beginning } from '../http/text-length'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import { randomToken } from '../users/tokens'
import { longestIdleSeconds, longestSessionSeconds } from './activity'
import {
  deleteSessions,
  firstSessions,
  insertSession,
  isSessionOf,
  sessionsOf,
  sessionsUntil,
  type Session,
} from './repository'

/** The one seen the longest ago gives way. */
const maxSessionsPerPerson = 100
/** In code points. */
const longestUserAgent = 300

/** Where somebody logs in. */
export interface Browser {
  /** Its `User-Agent`. */
  userAgent: string
  /** The network address. */
  address: string
}

/** Logs a browser in. @returns the token for its cookie; only the hash is stored. */
export function beginSession(
  tx: Transaction,
  { id: userId, fullName: name }: Pick<User, 'id' | 'fullName'>,
  { userAgent, address }: Browser,
): string {
  const others = sessionsOf(tx, userId)
  if (others.length >= maxSessionsPerPerson) {
    const [idlest] = others.toSorted((a, b) => a.lastSeenAt - b.lastSeenAt)
    if (idlest) end(tx, [idlest])
  }
  const token = randomToken(32)
  const now = seconds(tx.organization.clock)
  const { id: sessionId } = insertSession(tx, {
    userId,
    tokenHash: new Bun.CryptoHasher('sha256').update(token).digest(),
    userAgent: beginning(userAgent, longestUserAgent),
    address,
    createdAt: now,
    lastSeenAt: now,
  })
  record(tx, 'user.logged_in', { id: userId, name, by: { userId, sessionId } })
  return token
}

/** Ends one of the caller's sessions, and its queues. @throws ApiError BAD_REQUEST if they have none with that ID. */
export function endOwnSession(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => {
    if (!isSessionOf(tx, caller.id, id)) throw badRequest('There is no such session')
    recordEnded(tx, caller, 1)
    end(tx, [{ id, userId: caller.id }])
  })
}

/** Logs the browser out that calls. */
export function endThisSession(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => {
    if (!isSessionOf(tx, caller.id, id)) return
    record(tx, 'user.logged_out', { id: caller.id, name: caller.fullName })
    end(tx, [{ id, userId: caller.id }])
  })
}

/** Says in the audit log that sessions of somebody were ended, by themselves or for them. */
export function recordEnded(tx: Transaction, { id, fullName }: User, count: number): void {
  if (count === 0) return
  record(tx, 'user.sessions_ended', { id, name: fullName, changes: { sessions: { old: count, new: 0 } } })
}

/**
 * Ends a person's sessions, and their queues.
 * @param exceptId one that goes on
 * @returns how many have ended
 */
export function endSessionsOf(tx: Transaction, userId: number, exceptId?: number): number {
  const ended = sessionsOf(tx, userId).filter(({ id }) => id !== exceptId)
  end(tx, ended)
  return ended.length
}

/** Ends everybody's sessions, and their queues. */
export function endAllSessions(tx: Transaction): void {
  const now = seconds(tx.organization.clock)
  end(tx, sessionsUntil(tx, { lastSeenAt: now, createdAt: now }))
}

/** When the next of them is too old, in milliseconds. */
export function nextOldSession({ db }: Organization): number {
  const { lastSeenAt, createdAt } = firstSessions(db)
  if (lastSeenAt === null || createdAt === null) return never
  return momentOf(Math.min(lastSeenAt + longestIdleSeconds, createdAt + longestSessionSeconds))
}

/** Ends the sessions that nobody uses any more, and those that are too old. Called by the timer. */
export async function endOldSessions(organization: Organization): Promise<void> {
  const now = seconds(organization.clock)
  const limits = { lastSeenAt: now - longestIdleSeconds, createdAt: now - longestSessionSeconds }
  await organization.write((tx) => end(tx, sessionsUntil(tx, limits)))
}

function end(tx: Transaction, sessions: readonly Pick<Session, 'id' | 'userId'>[]): void {
  const ids = new Set(sessions.map(({ id }) => id))
  if (ids.size === 0) return
  deleteSessions(tx, [...ids])
  const people = sessions.map(({ userId }) => userId)
  endQueues(tx, people, ({ sessionId }) => sessionId !== undefined && ids.has(sessionId))
}
