// Rate limits: how many requests a caller may make in a window of time.
import type { Clock } from '../organization/clock'
import { ApiError } from './errors'

export interface RateLimit {
  /** Requests allowed in a window. */
  limit: number
  windowSeconds: number
}

interface Window {
  /** Milliseconds since the epoch. */
  endsAt: number
  used: number
}

/** Counts requests by key in fixed windows. Keys of ended windows are dropped as others arrive. */
export class RateLimiter {
  readonly #windows = new Map<string | number, Window>()
  #nextSweep = 0

  constructor(
    readonly rule: RateLimit | undefined,
    readonly clock: Clock,
  ) {}

  /**
   * Counts one request and writes the `X-RateLimit-*` headers.
   * @throws ApiError RATE_LIMIT_HIT over the limit.
   */
  hit(key: string | number, headers: Record<string, string>): void {
    if (!this.rule) return
    const now = this.clock.now()
    this.#sweep(now)
    let window = this.#windows.get(key)
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + this.rule.windowSeconds * 1000, used: 0 }
      this.#windows.set(key, window)
    }
    window.used++
    headers['x-ratelimit-limit'] = String(this.rule.limit)
    headers['x-ratelimit-remaining'] = String(Math.max(0, this.rule.limit - window.used))
    headers['x-ratelimit-reset'] = String(Math.ceil(window.endsAt / 1000))
    if (window.used > this.rule.limit) throw rateLimitHit((window.endsAt - now) / 1000)
  }

  #sweep(now: number): void {
    if (now < this.#nextSweep) return
    this.#nextSweep = now + 60_000
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key)
  }
}

/** The answer to a caller over a limit; `waitSeconds` until the next try may succeed. */
export function rateLimitHit(waitSeconds: number): ApiError<'RATE_LIMIT_HIT'> {
  const wait = Math.max(0.001, Math.ceil(waitSeconds * 1000) / 1000)
  return new ApiError(
    'RATE_LIMIT_HIT',
    'API usage exceeded rate limit',
    { 'retry-after': wait },
    {
      'retry-after': String(Math.ceil(wait)),
    },
  )
}
