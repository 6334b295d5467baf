// Sends digests once a week to those who have not been here for days, where the organization has them.
import { Type, type Static } from '@sinclair/typebox'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { inSteps } from '../jobs/steps'
import { isMailConfigured, queueMail } from '../mail/queueing'
import { seconds } from '../organization/clock'
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

/** Called by the timer. */
export async function queueDigests(organization: Organization): Promise<void> {
  const { digest_emails_enabled: isOn, digest_weekday: weekday } = settings(organization)
  if (!isOn || !isMailConfigured(organization)) return
  const now = new Date(organization.clock.now())
  const today = Math.floor(now.getTime() / 1000 / day)
  // The protocol's weeks begin on Monday.
  const isDay = (now.getUTCDay() + 6) % 7 === weekday && now.getUTCHours() >= hour
  if (!isDay || queuedFor(organization).day === today) return
  await organization.write((tx) => enqueue(tx, sendDigests, { after: 0 }, { key: 'all' }))
  queuedFor(organization).day = today
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
