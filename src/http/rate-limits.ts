// Rate limits: how many requests a caller may make in a window of time.
import type { Clock } from '../organization/clock'
import { ApiError } from './errors'

export interface RateLimit {
  /** Requests allowed in a window. */
  limit: number
  windowSeconds: number
}

export interface LoginLimits {
  /** Failed attempts allowed in a window, for one account and from one address. */
  perAccount: number
  perAddress: number
  windowSeconds: number
}

/** The `X-RateLimit-*` headers of an answer. */
export type LimitHeaders = Readonly<Record<string, string>>

interface Window {
  /** Milliseconds since the epoch. */
  endsAt: number
  used: number
}

/** Counts requests by key in fixed windows. Keys of ended windows are dropped as others arrive. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  #nextSweep = 0

  constructor(
    readonly rule: RateLimit | undefined,
    readonly clock: Clock,
  ) {}

  /**
   * Counts one request of the key. @returns the headers that say so; undefined where there is no limit.
   * @throws ApiError RATE_LIMIT_HIT over the limit, with the same headers.
   */
  hit(keyOf: () => string): LimitHeaders | undefined {
    const window = this.#count(keyOf)
    if (!this.rule || !window) return undefined
    const now = this.clock.now()
    const headers = {
      'x-ratelimit-limit': String(this.rule.limit),
      'x-ratelimit-remaining': String(Math.max(0, this.rule.limit - window.used)),
      'x-ratelimit-reset': String(Math.ceil(window.endsAt / 1000)),
    }
    if (window.used > this.rule.limit) throw rateLimitHit((window.endsAt - now) / 1000, headers)
    return headers
  }

  /** Counts one request of the key. @returns whether it is within the limit */
  takes(keyOf: () => string): boolean {
    const window = this.#count(keyOf)
    return !this.rule || !window || window.used <= this.rule.limit
  }

  /** The key's window; undefined where there is no limit. */
  #count(keyOf: () => string): Window | undefined {
    if (!this.rule) return undefined
    const now = this.clock.now()
    this.#sweep(now)
    const window = this.#window(keyOf(), now)
    window.used++
    return window
  }

  #window(key: string, now: number): Window {
    const known = this.#windows.get(key)
    const length = (this.rule?.windowSeconds ?? 0) * 1000
    // A window that ends later than a new one would was begun before the clock was put back.
    if (known && known.endsAt > now && known.endsAt <= now + length) return known
    const window = { endsAt: now + length, used: 0 }
    this.#windows.set(key, window)
    return window
  }

  #sweep(now: number): void {
    if (now < this.#nextSweep) return
    this.#nextSweep = now + 60_000
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key)
  }
}

/** The answer to a caller over a limit; `waitSeconds` until the next try may succeed. */
export function rateLimitHit(waitSeconds: number, headers: LimitHeaders = {}): ApiError<'RATE_LIMIT_HIT'> {
  const wait = Math.max(0.001, Math.ceil(waitSeconds * 1000) / 1000)
  const fields = { 'retry-after': wait }
  return new ApiError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', fields, {
    ...headers,
    'retry-after': String(Math.ceil(wait)),
  })
}
