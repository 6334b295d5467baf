// What people can do with presence: report their own, hide it, look at others'.
import { badRequest } from '../http/errors'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { settings } from '../organization/settings'
import { userSetting } from '../user-settings/repository'
import { namedUser } from '../permissions/people'
import type { User } from '../users/repository'
import { presenceBoard, type PresenceRecord, type PresenceStatus } from './board'
import { storePresence } from './repository'
import { tellPresence } from './wire'

/** How long a report that is no news may be in memory only, in seconds. */
const longestUnsaved = 60

/**
 * Notes that a client of the caller is there, and tells others if it is news. People who hide their presence
 * can call it too, and nothing is noted.
 * @returns what to wait for; undefined where it was no news
 */
export function reportPresence(
  organization: Organization,
  caller: User,
  status: PresenceStatus,
): Promise<void> | undefined {
  if (settings(organization).presence_disabled) return undefined
  if (!userSetting(organization, caller.id, 'presence_enabled')) return undefined
  const board = presenceBoard(organization)
  const isNews = board.report(caller.id, status, seconds(organization.clock))
  return isNews ? organization.write((tx) => tell(tx, caller)) : undefined
}

/** From now on the person looks offline to everyone, until they show their presence again. */
export function hidePresence(tx: Transaction, user: User): void {
  const { organization } = tx
  tx.beforeCommit(() => {
    if (presenceBoard(organization).hide(user.id, seconds(organization.clock))) tell(tx, user)
  })
}

/** What others are told is on disk, as with everything: after a crash they must not know more than the server. */
function tell(tx: Transaction, user: User): void {
  const record = presenceBoard(tx.organization).get(user.id)
  if (!record) return
  storePresence(tx, [record])
  tellPresence(tx, user, record)
}

/**
 * The presence of somebody, by ID or address.
 * @throws ApiError BAD_REQUEST for people out of sight, bots, and people never seen.
 */
export function presenceOf(organization: Organization, caller: User, ref: string): PresenceRecord {
  const user = namedUser(organization, caller, ref)
  if (user.botType !== null) throw badRequest('Presence is not supported for bot users.')
  const isKept = user.isActive && !settings(organization).presence_disabled
  const record = isKept ? presenceBoard(organization).get(user.id) : undefined
  if (!record) throw badRequest('There is no presence data for this user')
  return record
}

/** When something has been in memory only for a minute, in milliseconds. */
export function nextPresenceSaving(organization: Organization): number {
  const since = presenceBoard(organization).unsavedSince
  return since === undefined ? never : momentOf(since + longestUnsaved)
}

/** Writes to disk what is in memory only. Called by the timer. */
export async function savePresence(organization: Organization): Promise<void> {
  const board = presenceBoard(organization)
  const records = board.takeUnsaved()
  if (records.length === 0) return
  await organization.write((tx) => {
    tx.onRollback(() => board.putBack(records, seconds(organization.clock)))
    storePresence(tx, records)
  })
}
