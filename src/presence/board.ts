// The presence board of an organization: who was last seen when, in memory, written to disk now and then.
import { organizationState } from '../organization/state'
import { allPresence, type StoredPresence } from './repository'

/** Someone not heard of for longer than this is offline (`server_presence_offline_threshold_seconds`). */
export const offlineThresholdSeconds = 140

/**
 * More changes than can happen between two writes to disk. After a crash the numbers go on beyond any that a
 * client may have been given.
 */
const updatesAheadOfDisk = 1_000_000

export type PresenceStatus = 'active' | 'idle'
export type PresenceRecord = Readonly<StoredPresence>

export const presenceBoard = organizationState(
  (organization) => new PresenceBoard(allPresence(organization.db)),
)

export class PresenceBoard {
  /** In the order of their last changes. */
  readonly #records = new Map<number, PresenceRecord>()
  /** Whose presence changed, in order; the change at index 0 has the number `#logStart`. */
  readonly #log: number[] = []
  #logStart: number
  readonly #unsaved = new Set<number>()
  /** UNIX seconds: since when there is something that is not on disk. */
  #unsavedSince: number | undefined

  constructor(stored: readonly StoredPresence[]) {
    for (const record of stored) this.#records.set(record.userId, record)
    const last = stored.at(-1)?.updateId
    this.#logStart = last === undefined ? 1 : last + updatesAheadOfDisk
  }

  /** The number of the newest change; 0 before the first. */
  get lastUpdateId(): number {
    return this.#logStart + this.#log.length - 1
  }

  get(userId: number): PresenceRecord | undefined {
    return this.#records.get(userId)
  }

  /**
   * Notes that a client of the person is there.
   * @param now UNIX seconds
   * @returns whether that is news to others: they were offline, or not at their device.
   */
  report(userId: number, status: PresenceStatus, now: number): boolean {
    const before = this.#records.get(userId)
    const activeAt = status === 'active' ? now : (before?.activeAt ?? null)
    if (before?.connectedAt === now && before.activeAt === activeAt) return false
    this.#set(userId, activeAt, now)
    this.#unsavedSince ??= now
    if (!before || now - before.connectedAt > offlineThresholdSeconds) return true
    return status === 'active' && now - (before.activeAt ?? 0) > offlineThresholdSeconds
  }

  /** The person goes offline in the eyes of others. @returns whether they had been online. */
  hide(userId: number, now: number): boolean {
    const before = this.#records.get(userId)
    const latest = now - offlineThresholdSeconds - 1
    if (!before || before.connectedAt <= latest) return false
    const activeAt = before.activeAt === null ? null : Math.min(before.activeAt, latest)
    this.#set(userId, activeAt, Math.min(before.connectedAt, latest))
    this.#unsavedSince ??= now
    return true
  }

  /** The records that changed after the change of that number, each once, in the order of their changes. */
  *changedSince(updateId: number): Iterable<PresenceRecord> {
    if (updateId < this.#logStart - 1) {
      for (const record of this.#records.values()) if (record.updateId > updateId) yield record
      return
    }
    for (let index = updateId + 1 - this.#logStart; index < this.#log.length; index++) {
      const record = this.#records.get(this.#log[index] ?? 0)
      if (record?.updateId === this.#logStart + index) yield record
    }
  }

  /** How many people a client was there of at that time or later. @param since UNIX seconds */
  connectedCount(since: number): number {
    let count = 0
    for (const { connectedAt } of this.#records.values()) if (connectedAt >= since) count++
    return count
  }

  /** Since when something is in memory only, in UNIX seconds; undefined if all is on disk. */
  get unsavedSince(): number | undefined {
    return this.#unsavedSince
  }

  /** The records that are not on disk yet; from now on they count as being there. */
  takeUnsaved(): PresenceRecord[] {
    const taken = [...this.#unsaved].flatMap((userId) => this.#records.get(userId) ?? [])
    this.#unsaved.clear()
    this.#unsavedSince = undefined
    return taken
  }

  /** Records that were taken could not be written. @param now UNIX seconds */
  putBack(records: readonly PresenceRecord[], now: number): void {
    for (const { userId } of records) this.#unsaved.add(userId)
    this.#unsavedSince ??= now
  }

  #set(userId: number, activeAt: number | null, connectedAt: number): void {
    this.#log.push(userId)
    this.#records.delete(userId)
    this.#records.set(userId, { userId, activeAt, connectedAt, updateId: this.lastUpdateId })
    this.#unsaved.add(userId)
    if (this.#log.length > 4 * this.#records.size + 1000) this.#shortenLog()
  }

  /** Clients that were away for long get all records instead. */
  #shortenLog(): void {
    const dropped = this.#log.length >> 1
    this.#log.splice(0, dropped)
    this.#logStart += dropped
  }
}
