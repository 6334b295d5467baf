// SQL of jobs.
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { jobs } from './tables'

export type StoredJob = typeof jobs.$inferSelect

const isOpen = isNull(jobs.endedAt)

export function insertJob(tx: Transaction, job: NewJob): number {
  return insertOne(tx).get({ ...job }).id
}

export type NewJob = Pick<StoredJob, 'kind' | 'key' | 'lane' | 'payload' | 'queuedAt' | 'runAt'>

const insertOne = prepared((orm) =>
  orm
    .insert(jobs)
    .values({
      kind: given('kind'),
      key: given('key'),
      lane: given('lane'),
      payload: given('payload'),
      queuedAt: given('queuedAt'),
      runAt: given('runAt'),
    })
    .returning({ id: jobs.id })
    .prepare(),
)

export function jobById(db: Connection, id: number): StoredJob | undefined {
  return db.orm.select().from(jobs).where(eq(jobs.id, id)).get()
}

/** The newest first. */
export function jobList(db: Connection, limit: number): StoredJob[] {
  return db.orm.select().from(jobs).orderBy(desc(jobs.id)).limit(limit).all()
}

/** The job with that key that waits, if there is one. */
export function waitingJob(db: Connection, kind: string, key: string): StoredJob | undefined {
  return db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.key, key), isOpen, isNull(jobs.leasedUntil)))
    .get()
}

/** The jobs of a kind that wait or run, oldest first. */
export function openJobs(db: Connection, kind: string): StoredJob[] {
  return db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), isOpen))
    .orderBy(asc(jobs.id))
    .all()
}

/** The keys of the jobs of a kind, those that have ended among them. */
export function jobKeys(db: Connection, kind: string): string[] {
  const ofKind = db.orm.select({ key: jobs.key }).from(jobs).where(eq(jobs.kind, kind))
  return ofKind.all().flatMap(({ key }) => key ?? [])
}

/** Whether any job waits or runs. */
export function hasOpenJobs(db: Connection): boolean {
  return selectOpen(db).get() !== undefined
}

const selectOpen = prepared((orm) => orm.select({ id: jobs.id }).from(jobs).where(isOpen).limit(1).prepare())

/** How many jobs there are of each kind: those that wait or run, and those that ended without being done. */
export function jobCounts(db: Connection): { kind: string; open: number; ended: number }[] {
  const counted = { kind: jobs.kind, open: sql<number>`count(*)`, ended: sql<number>`0` }
  const open = db.orm.select(counted).from(jobs).where(isOpen).groupBy(jobs.kind)
  const ended = db.orm
    .select({ ...counted, open: sql<number>`0`, ended: sql<number>`count(*)` })
    .from(jobs)
    .where(isNotNull(jobs.endedAt))
    .groupBy(jobs.kind)
  return [...open.all(), ...ended.all()]
}

/** Whether a job with that key waits or runs. */
export function isOpenJob(db: Connection, kind: string, key: string): boolean {
  const open = and(eq(jobs.kind, kind), eq(jobs.key, key), isOpen)
  return db.orm.select({ id: jobs.id }).from(jobs).where(open).get() !== undefined
}

/**
 * The first lane, in their order, from that one on in which jobs of a kind wait or run; undefined if there is none. By hand: asked
 * for each kind before a server answers, and twice a second.
 */
export function laneFrom(db: Connection, kind: string, lane: string): string | undefined {
  return db.sqlite
    .query<{ lane: string }, [string, string]>(
      'SELECT lane FROM jobs WHERE kind = ? AND lane >= ? AND ended_at IS NULL ORDER BY lane LIMIT 1',
    )
    .get(kind, lane)?.lane
}

/**
 * Jobs of a kind and lane to be tried now, those that have waited longest first.
 * Those from before the clock was put back are due too: queued later than it is now, or put off for longer than any attempt is.
 * @param latest to when an attempt may be put off at most
 */
export function dueJobs(db: Connection, due: Due): StoredJob[] {
  return selectDue(db).all({ ...due })
}

interface Due {
  kind: string
  lane: string
  now: number
  latest: number
  limit: number
}

/** Given what `Due` has. */
export function dueQuery(orm: Connection['orm']) {
  const now = given('now')
  return orm
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, given('kind')),
        eq(jobs.lane, given('lane')),
        isOpen,
        or(
          lte(jobs.runAt, now),
          and(eq(jobs.attempts, 0), gt(jobs.queuedAt, now)),
          and(gt(jobs.attempts, 0), gt(jobs.runAt, given('latest'))),
        ),
        or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, now)),
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(sql.placeholder('limit'))
}

const selectDue = prepared((orm) => dueQuery(orm).prepare())

/** Begins an attempt. @returns the job as it is now; undefined if it is no longer there. */
export function leaseJob(tx: Transaction, id: number, leasedUntil: number): StoredJob | undefined {
  return updateLease(tx).get({ id, leasedUntil })
}

const updateLease = prepared((orm) =>
  orm
    .update(jobs)
    .set({ leasedUntil: given('leasedUntil'), attempts: sql`${jobs.attempts} + 1` })
    .where(and(eq(jobs.id, given('id')), isOpen))
    .returning()
    .prepare(),
)

/** Begins to count attempts anew, with what is left to do. */
export function saveProgress(tx: Transaction, id: number, payload: string): void {
  updateProgress(tx).run({ id, payload })
}

const updateProgress = prepared((orm) =>
  orm
    .update(jobs)
    .set({ payload: given('payload'), attempts: 1 })
    .where(eq(jobs.id, given('id')))
    .prepare(),
)

/** Ends an attempt: the job waits again. If another with its key waits already, that one is enough. */
export function releaseJob(
  tx: Transaction,
  job: StoredJob,
  changes: { runAt: number; attempts?: number; failure?: string },
): void {
  if (job.key !== null && waitingJob(tx, job.kind, job.key)) return deleteJob(tx, job.id)
  tx.orm
    .update(jobs)
    .set({ ...changes, leasedUntil: null, endedAt: null })
    .where(eq(jobs.id, job.id))
    .run()
}

/** Jobs that this process has not begun and that look as if they ran: another was killed with them. */
export function leasedJobs(db: Connection): StoredJob[] {
  return db.orm.select().from(jobs).where(isNotNull(jobs.leasedUntil)).all()
}

export function endJob(tx: Transaction, id: number, endedAt: number, failure: string): void {
  tx.orm.update(jobs).set({ endedAt, failure, leasedUntil: null }).where(eq(jobs.id, id)).run()
}

/**
 * Ends jobs of a lane that wait, are due, and were queued before that time, those that wait longest first.
 * @returns how many
 */
export function endJobsQueuedBefore(
  tx: Transaction,
  { kind, lane }: Pick<StoredJob, 'kind' | 'lane'>,
  { before, limit, now, failure }: { before: number; limit: number; now: number; failure: string },
): number {
  const waiting = and(eq(jobs.kind, kind), eq(jobs.lane, lane), isOpen, isNull(jobs.leasedUntil))
  const expired = tx.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(waiting, lte(jobs.runAt, now), lt(jobs.queuedAt, before)))
    .orderBy(asc(jobs.runAt))
    .limit(limit)
  return tx.orm
    .update(jobs)
    .set({ endedAt: now, failure })
    .where(inArray(jobs.id, expired))
    .returning({ id: jobs.id })
    .all().length
}

/** Gives jobs of a kind that wait another lane, where they are due at once and as if new: those whose payload has that value. */
export function moveToLane(
  tx: Transaction,
  kind: string,
  { field, value }: { field: string; value: number },
  { lane, now }: { lane: string; now: number },
): void {
  const isMeant = sql`${jobs.payload} ->> ${field} = ${value}`
  tx.orm
    .update(jobs)
    .set({ lane, runAt: now, attempts: 0 })
    .where(and(eq(jobs.kind, kind), isOpen, isNull(jobs.leasedUntil), isMeant))
    .run()
}

export function deleteJob(tx: Transaction, id: number): void {
  deleteOne(tx).run({ id })
}

const deleteOne = prepared((orm) =>
  orm
    .delete(jobs)
    .where(eq(jobs.id, given('id')))
    .prepare(),
)

/** When the first of the jobs is to be tried that wait or run, and when the first of the others ended, in UNIX seconds; null if there is none. */
export function firstMoments(db: Connection): { run: number | null; end: number | null } {
  return { run: selectFirstRun(db).get()?.at ?? null, end: selectFirstEnd(db).get()?.at ?? null }
}

const selectFirstRun = prepared((orm) =>
  orm
    .select({ at: min(jobs.runAt) })
    .from(jobs)
    .where(isOpen)
    .prepare(),
)

const selectFirstEnd = prepared((orm) =>
  orm
    .select({ at: min(jobs.endedAt) })
    .from(jobs)
    .where(isNotNull(jobs.endedAt))
    .prepare(),
)

export function deleteJobsEndedBefore(tx: Transaction, time: number): void {
  tx.orm.delete(jobs).where(lt(jobs.endedAt, time)).run()
}
