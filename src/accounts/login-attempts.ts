// Guessing passwords is slow: failed logins are counted per account and per address, with a wait that grows.
import type { ServerContext } from '../http/api'
import { rateLimitHit, type LoginLimits } from '../http/rate-limits'
import type { Clock } from '../organization/clock'

/** Five for an account in half an hour (notes: numbers); more from an address, behind which many people may be. */
export const usualLoginLimits: LoginLimits = { perAccount: 5, perAddress: 50, windowSeconds: 30 * 60 }

/** Each time an account or address comes to its limit again, it waits twice as long, up to this many windows. */
const longestWait = 8
/** How long an account or address must be quiet, after its wait, for its past to be forgotten; in windows. */
const memory = 48

interface Record {
  failures: number
  /** Milliseconds, like all times here: when the count starts anew. */
  windowEndsAt: number
  /** Until then no attempt is made. */
  blockedUntil: number
  timesBlocked: number
}

const ofServers = new WeakMap<ServerContext, LoginAttempts>()

/** The attempts that a server counts, whichever way people try to get in. */
export function loginAttempts(context: ServerContext): LoginAttempts {
  return ofServers.getOrInsertComputed(
    context,
    ({ loginLimits, clock }) => new LoginAttempts(loginLimits, clock),
  )
}

export class LoginAttempts {
  readonly #records = new Map<string, Record>()
  #nextSweep = 0

  /** @param limits undefined counts nothing */
  constructor(
    readonly limits: LoginLimits | undefined,
    readonly clock: Clock,
  ) {}

  /**
   * Counts an attempt as failed before it is made, so that many at once are no way around the limit.
   * @param account what tells accounts apart, whether there is such an account or not
   * @returns to be called if the attempt succeeded: the account's failures are forgotten
   * @throws ApiError RATE_LIMIT_HIT while the account or the address has to wait
   */
  begin(account: string, address: string): () => void {
    const { limits } = this
    if (!limits) return () => {}
    const now = this.clock.now()
    this.#sweep(now)
    const accountKey = keyOf('account', account)
    const addressKey = keyOf('address', address)
    // Nothing is kept of an attempt that is not made.
    const wait = Math.max(this.#blockedUntil(accountKey, now), this.#blockedUntil(addressKey, now)) - now
    if (wait > 0) throw rateLimitHit(wait / 1000)
    const byAccount = this.#record(accountKey, now)
    const byAddress = this.#record(addressKey, now)
    this.#count(byAccount, limits.perAccount, now)
    this.#count(byAddress, limits.perAddress, now)
    return () => {
      this.#records.delete(accountKey)
      byAddress.failures--
      if (byAddress.failures < limits.perAddress) byAddress.blockedUntil = 0
    }
  }

  #blockedUntil(key: string, now: number): number {
    return this.#known(key, now)?.blockedUntil ?? 0
  }

  /** One that waits longer than any has to was made before the clock was put back: it counts for nothing. */
  #known(key: string, now: number): Record | undefined {
    const known = this.#records.get(key)
    return known && known.windowEndsAt <= now + longestWait * this.#window ? known : undefined
  }

  #record(key: string, now: number): Record {
    const known = this.#known(key, now)
    if (known) {
      if (now >= known.windowEndsAt) Object.assign(known, { failures: 0, windowEndsAt: now + this.#window })
      return known
    }
    const record = { failures: 0, windowEndsAt: now + this.#window, blockedUntil: 0, timesBlocked: 0 }
    this.#records.set(key, record)
    return record
  }

  #count(record: Record, limit: number, now: number): void {
    record.failures++
    if (record.failures < limit) return
    const wait = this.#window * Math.min(2 ** record.timesBlocked, longestWait)
    // The first wait lasts to the end of the window, no more are allowed in it.
    record.blockedUntil = record.timesBlocked === 0 ? record.windowEndsAt : now + wait
    record.windowEndsAt = record.blockedUntil
    record.timesBlocked++
  }

  get #window(): number {
    return (this.limits?.windowSeconds ?? 0) * 1000
  }

  #sweep(now: number): void {
    if (now < this.#nextSweep) return
    this.#nextSweep = now + this.#window
    for (const [key, record] of this.#records) {
      const quietSince = Math.max(record.windowEndsAt, record.blockedUntil)
      const isForgotten =
        record.timesBlocked === 0 ? now >= quietSince : now >= quietSince + memory * this.#window
      if (isForgotten) this.#records.delete(key)
    }
  }
}

/** However long the name is that somebody tries, a record takes no more than any other. */
function keyOf(kind: 'account' | 'address', name: string): string {
  return `${kind} ${new Bun.CryptoHasher('sha256').update(name).digest('base64')}`
}
