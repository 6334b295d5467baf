// An organization is a folder: its database, its writer, its clock.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from './clock'
import { defaultRules, type ServerRules } from './rules'
import { closeDatabase, openDatabase, type Connection } from './database'
import { watchQueries } from '../database/slow-queries'
import { RowChanges } from './row-changes'
import { Writer, type CommitCompanion, type Transaction, type WriterMetrics } from './writer'

/** The name of an organization's database, in its folder. */
export const databaseFile = 'confab.sqlite'

/** Every organization's ID in the protocol: each is alone in its folder. */
export const realmId = 1

/** The first argument of every action: one team's folder, open. */
export class Organization {
  readonly db: Connection
  /** When it was opened, in milliseconds: before that, nothing was done here. */
  readonly openedAt: number
  readonly #rowChanges: RowChanges
  readonly #writer: Writer
  #isOpen = true
  #stirs = 0

  private constructor(
    /** The string identifier: the subdomain, empty for the root organization. */
    readonly subdomain: string,
    readonly folder: string,
    readonly clock: Clock,
    readonly rules: ServerRules,
  ) {
    this.db = openDatabase(join(folder, databaseFile), rules.sqliteLocking)
    const { slowQueries } = rules
    if (slowQueries)
      watchQueries(this.db.sqlite, slowQueries.milliseconds, (sql, took) =>
        slowQueries.tell(subdomain, sql, took),
      )
    this.openedAt = clock.now()
    this.#rowChanges = new RowChanges(this, this.db)
    this.#writer = new Writer(this, this.#rowChanges)
  }

  /** Opens the folder, making what is missing, and migrates its database. */
  static open(subdomain: string, folder: string, clock: Clock, rules = defaultRules): Organization {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new Organization(subdomain, folder, clock, rules)
  }

  get writerMetrics(): Readonly<WriterMetrics> {
    return this.#writer.metrics
  }

  /**
   * To be called when something has happened, whatever it was: it may be that something is due now, or sooner than it was. Each write and
   * each request does.
   */
  stir(): void {
    this.#stirs++
  }

  /** Grows whenever something happens. */
  get stirs(): number {
    return this.#stirs
  }

  /** Gives back memory that only makes reading faster: to be called when nobody has asked for anything for a while. */
  rest(): void {
    this.db.sqlite.run('PRAGMA shrink_memory')
  }

  /** Goes up before anything is written: as long as it is the same, so is what tables and caches say. */
  get revision(): number {
    return this.#writer.transactionCount
  }

  /** Queues a write; resolves with its value once it is on disk (design: one writer, group commit). */
  write<T>(work: (tx: Transaction) => T): Promise<T> {
    return this.#writer.write(work)
  }

  /** Writes at once what can be made anew of what is stored, such as an index: see `Writer`. */
  writeDerived(work: () => void): void {
    this.#writer.writeDerived(work)
  }

  /** Has the write-ahead log begin, if nothing was written yet: from then on the main file changes by checkpoints alone. */
  beginLog(): void {
    this.#writer.beginLog()
  }

  /** From now on this goes along with every commit, until the organization is closed. There is one at most. */
  accompanyCommits(companion: CommitCompanion): void {
    this.#writer.companion = companion
  }

  /** Whether its database is: from being opened to being closed. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Waits for the writes under way, then closes the database. @param beforehand is called when nothing is written any more */
  async close(beforehand?: () => void): Promise<void> {
    try {
      await this.#writer.idle()
      beforehand?.()
      this.#writer.companion?.closing()
    } finally {
      // On a disk that is full, too: whoever opens it next must not find it locked.
      this.#isOpen = false
      closeDatabase(this.db)
      this.#rowChanges.close()
    }
  }
}
