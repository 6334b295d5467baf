// Sends digests once a week to those who have not been here for days, where the organization has them.
import { Type, type Static } from '@sinclair/typebox'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { inSteps } from '../jobs/steps'
import { isMailConfigured, queueMail } from '../mail/queueing'
import { never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { organizationState } from '../organization/state'
import type { Transaction } from '../organization/writer'
import { userSetting } from '../user-settings/repository'
import { activeSince } from '../users/activity'
import { directory } from '../users/repository'
import { digestLetter } from './letter'
import { hadDigestAfter, noteDigest } from './repository'

const day = 24 * 3600
/** Who did anything since then is not away. */
const awayFor = 5 * day
/** What a digest is about. */
const covered = 7 * day
/** The clock may be put forth and back; two in one week would be too many. */
const leastBetween = 6 * day
/** UTC: morning in much of the world. */
const hour = 9
const peoplePerStep = 50

const payload = Type.Object({
  /** People with IDs up to this one are done. */
  after: Type.Integer(),
})

const sendDigests = { name: 'send-digests', payload }

export const sendDigestsKind = jobKind({
  ...sendDigests,
  concurrency: 1,
  timeoutSeconds: 600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, queueSome),
})

/** The day for which digests were last queued, counted from the epoch. After a start it is done again: nobody gets two. */
const queuedFor = organizationState(() => ({ day: -1 }))

/** When they are due next, in milliseconds. */
export function nextDigests(organization: Organization): number {
  const { digest_emails_enabled: isOn, digest_weekday: weekday } = settings(organization)
  if (!isOn || !isMailConfigured(organization)) return never
  const today = dayOf(organization)
  // The epoch began on a Thursday, the protocol's weeks begin on Monday.
  const daysUntil = (weekday - ((today + 3) % 7) + 7) % 7
  const isDone = daysUntil === 0 && queuedFor(organization).day === today
  return ((today + daysUntil + (isDone ? 7 : 0)) * day + hour * 3600) * 1000
}

/** Called by the timer. */
export async function queueDigests(organization: Organization): Promise<void> {
  if (organization.clock.now() < nextDigests(organization)) return
  await organization.write((tx) => enqueue(tx, sendDigests, { after: 0 }, { key: 'all' }))
  queuedFor(organization).day = dayOf(organization)
}

/** UTC, counted from the epoch. */
function dayOf({ clock }: Organization): number {
  return Math.floor(seconds(clock) / day)
}

function queueSome(tx: Transaction, { after }: Static<typeof payload>): Static<typeof payload> | undefined {
  const { organization } = tx
  const now = seconds(organization.clock)
  const isHere = activeSince(organization, now - awayFor)
  const hadOne = hadDigestAfter(tx, now - leastBetween)
  const people = directory(organization).all.filter(({ id }) => id > after)
  const some = people.toSorted((a, b) => a.id - b.id).slice(0, peoplePerStep)
  for (const user of some) {
    const isPerson = user.isActive && user.botType === null
    if (!isPerson || user.dateJoined > now - awayFor || isHere(user.id) || hadOne.has(user.id)) continue
    if (!userSetting(organization, user.id, 'enable_digest_emails')) continue
    queueMail(tx, digestLetter, { userId: user.id, since: now - covered })
    noteDigest(tx, user.id, now)
  }
  const last = some.at(-1)
  return last === undefined || some.length < peoplePerStep ? undefined : { after: last.id }
}
