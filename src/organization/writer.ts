// The one writer of an organization: writes of the same turn share a transaction and one sync (group commit).
import type { Connection } from './database'
import type { Organization } from './organization'

/** An open transaction, handed to the work of `organization.write`. */
export class Transaction implements Connection {
  readonly orm: Connection['orm']
  readonly sqlite: Connection['sqlite']
  readonly #afterCommit: (() => void)[] = []
  readonly #onRollback: (() => void)[] = []

  constructor(readonly organization: Organization) {
    this.orm = organization.db.orm
    this.sqlite = organization.db.sqlite
  }

  /** Runs once the write is on disk, before its promise resolves. Events go out here. */
  afterCommit(run: () => void): void {
    this.#afterCommit.push(run)
  }

  /** Runs if the write is undone, alone or with its batch. Caches forget here. */
  onRollback(run: () => void): void {
    this.#onRollback.push(run)
  }

  committed(): void {
    for (const run of this.#afterCommit) run()
  }

  rolledBack(): void {
    for (const run of this.#onRollback) run()
  }
}

interface PendingWrite {
  run(): void
  /** The transaction of a successful run; undefined while it has not run or when it failed. */
  transaction: Transaction | undefined
  resolve(): void
  reject(error: unknown): void
}

export class Writer {
  readonly #organization: Organization
  readonly #pending: PendingWrite[] = []
  #scheduled = false

  constructor(organization: Organization) {
    this.#organization = organization
  }

  /** Queues the work for the batch of this turn; resolves with its value once that is on disk. */
  write<T>(work: (tx: Transaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const write: PendingWrite = {
        transaction: undefined,
        run: () => {
          const transaction = new Transaction(this.#organization)
          try {
            const value = work(transaction)
            write.resolve = () => resolve(value)
            write.transaction = transaction
          } catch (error) {
            transaction.rolledBack()
            throw error
          }
        },
        resolve: () => {},
        reject,
      }
      this.#pending.push(write)
      this.#schedule()
    })
  }

  /** Resolves when no write is waiting. */
  async idle(): Promise<void> {
    do await this.write(() => undefined)
    while (this.#pending.length > 0)
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#commitBatch(this.#pending.splice(0))
    })
  }

  #commitBatch(batch: readonly PendingWrite[]): void {
    const { sqlite } = this.#organization.db
    try {
      sqlite.query('BEGIN IMMEDIATE').run()
      for (const write of batch) this.#runInSavepoint(write)
      sqlite.query('COMMIT').run()
    } catch (error) {
      if (sqlite.inTransaction) sqlite.query('ROLLBACK').run()
      for (const write of batch) {
        write.transaction?.rolledBack()
        write.reject(error)
      }
      return
    }
    for (const write of batch) {
      try {
        write.transaction?.committed()
      } catch (error) {
        write.reject(error)
      }
    }
    for (const write of batch) if (write.transaction) write.resolve()
  }

  #runInSavepoint(write: PendingWrite): void {
    const { sqlite } = this.#organization.db
    sqlite.query('SAVEPOINT one_write').run()
    try {
      write.run()
    } catch (error) {
      sqlite.query('ROLLBACK TO one_write').run()
      write.reject(error)
    }
    sqlite.query('RELEASE one_write').run()
  }
}
