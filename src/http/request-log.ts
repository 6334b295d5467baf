// What is logged of requests: an ID for each, one line for each where wanted, and all there is to know of failures.
import type { Logger } from 'pino'

/** So long one thing is not said of the storage again, in milliseconds. */
const storageSilence = 60_000

export class RequestLog {
  readonly #log: Logger
  /** By advice, until when it is not given again. */
  readonly #quietUntil = new Map<string, number>()
  readonly #ids = new WeakMap<Request, string>()
  /** Whether requests that went well are logged too. */
  readonly logsAll: boolean

  constructor(log: Logger) {
    this.#log = log
    this.logsAll = log.isLevelEnabled('debug')
  }

  /** The request's ID, made when something is first said of it. */
  idOf(request: Request): string {
    const known = this.#ids.get(request)
    if (known !== undefined) return known
    const id = crypto.randomUUID()
    this.#ids.set(request, id)
    return id
  }

  /** Something went wrong that is no fault of the caller's. */
  failed(request: Request, error: unknown): void {
    // A caller that hung up while its body was being read is no bug.
    const level = request.signal.aborted ? 'debug' : 'error'
    this.#log[level]({ err: error, ...this.#about(request) }, 'request failed')
  }

  /** The storage is to blame, and whoever runs the server can help. Not for each request: the log may lie on a full disk. */
  storageFailed(request: Request, error: unknown, advice: string): void {
    const now = performance.now()
    if (now < (this.#quietUntil.get(advice) ?? 0)) return
    this.#quietUntil.set(advice, now + storageSilence)
    const why = error instanceof Error && error.message !== advice ? error.message : undefined
    this.#log.error({ why, ...this.#about(request) }, advice)
  }

  /** @param startedAt of `performance.now()` */
  answered(request: Request, status: number, startedAt: number): void {
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
    this.#log.debug({ ...this.#about(request), status, milliseconds }, 'request')
  }

  /** An answer took longer than it should. Of its path only the pattern is told: what stands there may be somebody's address. */
  slow(request: Request, route: string, status: number, took: number): void {
    const milliseconds = Math.round(took)
    const about = { requestId: this.idOf(request), method: request.method, route, status, milliseconds }
    this.#log.warn(about, 'slow request')
  }

  /** Without the query, and without what looks like the token of a link: both may let somebody in. */
  #about(request: Request) {
    const path = (URL.parse(request.url)?.pathname ?? '').replaceAll(/[\w.-]{24,}/g, '…')
    return { requestId: this.idOf(request), method: request.method, path }
  }
}
