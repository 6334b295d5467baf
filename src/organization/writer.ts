// The one writer of an organization: writes of the same turn share a transaction and one sync (group commit), as many of them
// as a turn takes on.
import { Durations } from '../metrics/durations'
import { actingAs, presentActor, type Actor } from './actor'
import { beginLog, changedRows, type Connection } from './database'
import { atEndOfTurn } from './end-of-turn'
import type { Organization } from './organization'
import type { RowChanges } from './row-changes'
import { turnLimits } from './turns'

/** An open transaction, handed to the work of `organization.write`. */
export class Transaction implements Connection {
  readonly orm: Connection['orm']
  readonly sqlite: Connection['sqlite']
  readonly #beforeCommit: (() => void)[] = []
  readonly #afterCommit: (() => void)[] = []
  readonly #onRollback: (() => void)[] = []

  /** @param actor who writes */
  constructor(
    readonly organization: Organization,
    readonly actor: Actor,
  ) {
    this.orm = organization.db.orm
    this.sqlite = organization.db.sqlite
  }

  /**
   * Runs if the write succeeds, after all others of its batch, as part of their transaction. It must not fail: that
   * would undo the whole batch.
   */
  beforeCommit(run: () => void): void {
    this.#beforeCommit.push(run)
  }

  /** Runs once the write is on disk and its events are in the queues, before its promise resolves. */
  afterCommit(run: () => void): void {
    this.#afterCommit.push(run)
  }

  /** Runs if the write is undone, alone or with its batch. Caches need not be told: they forget by themselves. */
  onRollback(run: () => void): void {
    this.#onRollback.push(run)
  }

  committing(): void {
    for (const run of this.#beforeCommit) run()
  }

  /** @throws the first error, once all have run: one event that fails must not keep the others back. */
  committed(): void {
    const errors: unknown[] = []
    for (const run of this.#afterCommit) {
      try {
        run()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  rolledBack(): void {
    for (const run of this.#onRollback) run()
  }
}

/** The transactions that `sight/` is watching: see `whileSightIsWatched`. */
const watched = new WeakSet<Transaction>()

/** Runs a part of a write in which what changes who sees what may be written. Only `sight/` calls it. */
export function whileSightIsWatched<T>(tx: Transaction, run: () => T): T {
  if (watched.has(tx)) return run()
  watched.add(tx)
  try {
    return run()
  } finally {
    watched.delete(tx)
  }
}

/**
 * To be called by repositories before they write what decides who sees what, so that no writer can forget to tell.
 * @throws Error, which is a bug of the writer, outside of `changingSight`.
 */
export function assertSightIsWatched(tx: Transaction, what: string): void {
  if (!watched.has(tx)) throw new Error(`${what} was written outside of changingSight`)
}

/**
 * Something that goes along with every commit: the journal of events, which has to know on disk what was committed, and
 * to tell of it before anybody else does.
 */
export interface CommitCompanion {
  /** The last work of a batch's transaction. What it throws undoes the batch. */
  committing(): void
  /** The batch is on disk; nothing of it has been answered yet. */
  committed(): void
  /** The batch was undone, perhaps before it came to `committing`. */
  undone(): void
  /** No more writes will come; the database is still open. */
  closing(): void
}

/** What was counted of an organization's writes since it was opened. */
export interface WriterMetrics {
  /** Those that were done, several of which may share a batch. */
  writes: number
  /** Those that failed, or were refused. */
  failures: number
  /** Batches, by how long each took to be put on disk: the sync, for which those who wrote wait. */
  readonly syncs: Durations
}

interface PendingWrite {
  readonly actor: Actor
  /** Does the work in a transaction of its own making; may be called again after a rollback. */
  run(): void
  /** The transaction of a successful run; undefined while it has not run or when it failed. */
  transaction: Transaction | undefined
  /** Tells the outcome of the last run. */
  settle(): void
  reject(error: unknown): void
}

export class Writer {
  readonly #organization: Organization
  readonly #rowChanges: RowChanges
  #pending: PendingWrite[] = []
  companion: CommitCompanion | undefined
  readonly metrics: WriterMetrics = { writes: 0, failures: 0, syncs: new Durations() }
  /** How many transactions were begun. */
  transactionCount = 0
  #scheduled = false
  #hasLog = false

  constructor(organization: Organization, rowChanges: RowChanges) {
    this.#organization = organization
    this.#rowChanges = rowChanges
  }

  /**
   * Queues the work for the batch of this turn; resolves with its value once that is on disk. The work may be
   * run a second time if another write of the batch has to be undone: outside `tx` it must change nothing.
   */
  write<T>(work: (tx: Transaction) => T): Promise<T> {
    const actor = presentActor()
    return new Promise<T>((resolve, reject) => {
      const write: PendingWrite = {
        actor,
        transaction: undefined,
        run: () => {
          const transaction = new Transaction(this.#organization, actor)
          write.transaction = undefined
          try {
            const value = work(transaction)
            write.settle = () => resolve(value)
            write.transaction = transaction
          } catch (error) {
            transaction.rolledBack()
            write.settle = () => reject(error)
            throw error
          }
        },
        settle: () => {},
        reject,
      }
      this.#pending.push(write)
      this.#schedule()
    })
  }

  /**
   * Does work at once, in the transaction under way or one of its own. That is not waited for to be on disk, and a power cut may
   * undo it: so it is only for what follows from what is stored and can be made again, such as an index that has fallen behind.
   * @throws what the work and SQLite do; then nothing of it is done
   */
  writeDerived(work: () => void): void {
    const { sqlite } = this.#organization.db
    if (sqlite.inTransaction) return work()
    this.beginLog()
    sqlite.run('PRAGMA synchronous = NORMAL')
    try {
      this.#begin()
      work()
      sqlite.query('COMMIT').run()
      this.#rowChanges.committed()
    } catch (error) {
      this.#undo([])
      throw error
    } finally {
      sqlite.run('PRAGMA synchronous = FULL')
    }
  }

  /** Resolves when no write is waiting. */
  async idle(): Promise<void> {
    while (this.#pending.length > 0) await this.write(() => undefined)
  }

  /** Has the write-ahead log begin, if there has been no write. @throws an error of the storage */
  beginLog(): void {
    if (this.#hasLog) return
    beginLog(this.#organization.db.sqlite)
    this.#hasLog = true
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    atEndOfTurn(() => {
      this.#scheduled = false
      // What follows from the batch, such as jobs that begin, is not of whoever wrote first.
      actingAs('system', () => this.#commitBatch(this.#pending.splice(0)))
      if (this.#pending.length > 0) this.#schedule()
    })
  }

  /** Commits these writes, or as many of them as a turn takes on: then the others wait for the next. */
  #commitBatch(batch: PendingWrite[]): void {
    const { sqlite } = this.#organization.db
    try {
      this.#begin()
      if (!this.#runTogether(batch)) {
        this.#undo(batch)
        this.#begin()
        for (const write of this.#ofThisTurn(batch)) this.#runInSavepoint(write)
      }
      for (const write of batch) write.transaction?.committing()
      this.companion?.committing()
      const startedAt = performance.now()
      sqlite.query('COMMIT').run()
      this.metrics.syncs.note((performance.now() - startedAt) / 1000)
      this.#rowChanges.committed()
    } catch (error) {
      this.metrics.failures += batch.length
      this.#undo(batch)
      this.companion?.undone()
      for (const write of batch) write.reject(error)
      return
    }
    this.#organization.stir()
    this.companion?.committed()
    for (const write of batch) {
      this.metrics[write.transaction ? 'writes' : 'failures']++
      try {
        write.transaction?.committed()
      } catch (error) {
        write.reject(error)
      }
    }
    for (const write of batch) write.settle()
  }

  #begin(): void {
    this.transactionCount++
    this.beginLog()
    this.#rowChanges.beginning()
    this.#organization.db.sqlite.query('BEGIN IMMEDIATE').run()
  }

  /**
   * Runs the writes without savepoints: with one, SQLite copies every page that a write touches, and the
   * writes of a batch touch much the same ones.
   * @returns false if one failed after it had changed something, so that all must be undone and done again.
   */
  #runTogether(batch: PendingWrite[]): boolean {
    const { db } = this.#organization
    for (const write of this.#ofThisTurn(batch)) {
      const before = changedRows(db)
      try {
        write.run()
      } catch (error) {
        // SQLite itself undoes all of it when the disk is full: what came next would be stored without a transaction.
        if (!db.sqlite.inTransaction) throw error
        // The caller is told by `settle`, or by the second run.
        if (changedRows(db) !== before) return false
      }
    }
    return true
  }

  /** Those that a turn takes on, to be run: one, and more as long as it has time. The rest of the batch is left for later. */
  *#ofThisTurn(batch: PendingWrite[]): Iterable<PendingWrite> {
    const end = performance.now() + turnLimits.perCommit
    for (const [index, write] of batch.entries()) {
      if (index > 0 && performance.now() >= end) {
        this.#pending = inRounds([...batch.splice(index), ...this.#pending])
        return
      }
      yield write
    }
  }

  #runInSavepoint(write: PendingWrite): void {
    const { sqlite } = this.#organization.db
    sqlite.query('SAVEPOINT one_write').run()
    try {
      write.run()
    } catch (error) {
      if (!sqlite.inTransaction) throw error
      sqlite.query('ROLLBACK TO one_write').run()
      this.#rowChanges.undone()
    }
    sqlite.query('RELEASE one_write').run()
  }

  #undo(batch: readonly PendingWrite[]): void {
    const { sqlite } = this.#organization.db
    if (sqlite.inTransaction) sqlite.query('ROLLBACK').run()
    this.#rowChanges.undone()
    for (const write of batch) write.transaction?.rolledBack()
  }
}

/** The first write of everybody, then the second of each, and so on: who writes much does not keep the others waiting. */
function inRounds(writes: readonly PendingWrite[]): PendingWrite[] {
  const counts = new Map<unknown, number>()
  const rounds: PendingWrite[][] = []
  for (const write of writes) {
    const writer =
      typeof write.actor === 'string' ? write.actor : (write.actor.caller?.id ?? write.actor.address)
    const round = counts.get(writer) ?? 0
    counts.set(writer, round + 1)
    ;(rounds[round] ??= []).push(write)
  }
  return rounds.flat()
}
