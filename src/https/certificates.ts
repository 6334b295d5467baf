// Which certificate each name has, and getting the next one in time: what fails is tried again, later each time, and what there
// is goes on being shown meanwhile.
import type { Logger } from 'pino'
import type { CertificateCounts } from '../metrics/snapshot'
import type { Clock } from '../organization/clock'
import { type Certificate, isEnding, renewalOf } from './certificate'
import { isFor } from './names'
import type { Failures, HttpsStorage } from './storage'

/** Gets one certificate. @throws Error that tells a person why not; with `pauseSeconds` if no other name is to be tried so long */
export type Order = (name: string, attempt: number) => Promise<Certificate>

/** How long it takes until the next attempt, the more often it has failed. In minutes. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440]
/** So many names that nobody has set up get their first certificate in an hour. */
const mostDemandedPerHour = 60

/** Without counting it as a failure, the next one would be ordered at once, and so on. */
const clocksDisagree =
  "by this machine's clock the new certificate is about to end, or has: look whether the clock is right"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const pauseOfTelling = 5 * day

export interface CertificatesContext {
  storage: HttpsStorage
  clock: Clock
  log: Logger
  /** Names that are to have a certificate from the start. */
  names: readonly string[]
  /** Whether somebody of that name is here, who gets a certificate when it is asked for. */
  isServed(name: string): boolean
  order: Order
  /** A certificate ends soon, and there is no other: whoever can do something is to know, every few days. */
  onEnding(host: string, until: number, why: string): void
  /** Has it shown from now on. */
  show(certificate: Certificate): Promise<void>
}

/** How it is with one name. */
export interface NameStatus {
  name: string
  /** Milliseconds since the epoch; undefined if it has no certificate. */
  validUntil: number | undefined
  /** Of the last attempt, if that failed. */
  failures: Failures | undefined
}

export class Certificates {
  readonly #context: CertificatesContext
  readonly #ordered: Map<string, Certificate>
  readonly #failures: Map<string, Failures>
  /** Those that the disk had no room for. */
  readonly #unsaved = new Set<string>()
  #nextSave = 0
  #nextWarning = 0
  /** By host, when it was last told that its certificate ends. */
  readonly #told = new Map<string, number>()
  #own: readonly Certificate[] = []
  /** Moments of orders for names that were asked for. */
  #demanded: number[] = []
  /** When the authority may be asked again, in milliseconds since the epoch. */
  #pausedUntil = 0
  #last: Promise<void> = Promise.resolve()
  readonly #underway = new Map<string, Promise<void>>()

  constructor(context: CertificatesContext) {
    this.#context = context
    this.#ordered = context.storage.certificates((file, error) =>
      context.log.error({ err: error, file }, "a stored certificate can't be used; another one is ordered"),
    )
    this.#failures = context.storage.failures()
  }

  /** Shows what is stored. */
  async begin(): Promise<void> {
    for (const certificate of this.#ordered.values()) await this.#context.show(certificate)
  }

  /** Certificates of the operator's own, which come before all others. */
  async setOwn(certificates: readonly Certificate[]): Promise<void> {
    this.#own = certificates
    for (const certificate of certificates) await this.#context.show(certificate)
  }

  /** The certificate for a host. @param name lower case */
  for(name: string): Certificate | undefined {
    return this.#own.find((certificate) => isFor(certificate, name)) ?? this.#ordered.get(name)
  }

  /** Starts what is due; one order after the other. */
  tick(): void {
    this.#dropExpired()
    this.#warnOfOwn()
    if (this.#unsaved.size > 0 && this.#context.clock.now() >= this.#nextSave) this.#saveUnsaved()
    for (const name of new Set([...this.#context.names, ...this.#ordered.keys()]))
      if (this.#isWanted(name) && this.#isDue(name)) void this.#attempt(name)
  }

  /** Resolves when no order is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway.values())
  }

  /**
   * Somebody asks for a name. What nobody is here for costs nothing more than to see that.
   * @returns once it has a certificate, or gets none now
   */
  async demand(name: string): Promise<void> {
    if (this.for(name) || !this.#isWanted(name) || !this.#isDue(name)) return this.#underway.get(name)
    const now = this.#context.clock.now()
    this.#demanded = this.#demanded.filter((at) => at > now - hour)
    if (!this.#underway.has(name) && !this.#context.names.includes(name)) {
      if (this.#demanded.length >= mostDemandedPerHour) return
      this.#demanded.push(now)
    }
    await this.#attempt(name)
  }

  get status(): NameStatus[] {
    const names = new Set([...this.#context.names, ...this.#ordered.keys(), ...this.#failures.keys()])
    return [...names].map((name) => ({
      name,
      validUntil: this.for(name)?.validUntil,
      failures: this.#failures.get(name),
    }))
  }

  get counts(): CertificateCounts {
    const all = [...this.#own, ...this.#ordered.values()]
    const firstEnd =
      all.length === 0 ? undefined : Math.min(...all.map(({ validUntil }) => validUntil)) / 1000
    return { shown: all.length, failing: this.#failures.size, firstEnd }
  }

  #isWanted(name: string): boolean {
    return this.#context.names.includes(name) || this.#context.isServed(name)
  }

  /** Whether the name has none that is good for longer. */
  #needsAnother(name: string): boolean {
    const certificate = this.#ordered.get(name)
    return this.#isWanted(name) && !(certificate && this.#context.clock.now() < renewalOf(certificate))
  }

  #isDue(name: string): boolean {
    if (this.#own.some((certificate) => isFor(certificate, name)) || !this.#needsAnother(name)) return false
    const now = this.#context.clock.now()
    return now >= this.#pausedUntil && now >= (this.#failures.get(name)?.next ?? 0)
  }

  #attempt(name: string): Promise<void> {
    const underway = this.#underway.get(name)
    if (underway) return underway
    const attempt = this.#last.then(() => this.#tryOne(name)).finally(() => this.#underway.delete(name))
    this.#last = attempt
    this.#underway.set(name, attempt)
    return attempt
  }

  async #tryOne(name: string): Promise<void> {
    // Those before it may have been told to leave the authority alone.
    if (!this.#isDue(name)) return
    const { order, show, log, clock } = this.#context
    try {
      const certificate = await order(name, this.#failures.get(name)?.count ?? 0)
      this.#ordered.set(name, certificate)
      this.#unsaved.add(name)
      await show(certificate)
      log.info({ name, until: new Date(certificate.validUntil) }, 'has a new certificate')
      if (clock.now() >= renewalOf(certificate)) throw new Error(clocksDisagree)
      this.#failures.delete(name)
    } catch (error) {
      this.#failed(name, error)
    }
    this.#saveUnsaved()
    this.#saveFailures()
  }

  #failed(name: string, error: unknown): void {
    const now = this.#context.clock.now()
    const why = error instanceof Error ? error.message : String(error)
    const count = (this.#failures.get(name)?.count ?? 0) + 1
    const pause = (pauses[count - 1] ?? pauses.at(-1) ?? 0) * minute
    if (error instanceof Error && 'pauseSeconds' in error && typeof error.pauseSeconds === 'number')
      this.#pausedUntil = Math.max(this.#pausedUntil, now + error.pauseSeconds * 1000)
    const next = Math.max(now + pause, this.#pausedUntil)
    this.#failures.set(name, { count, why, next })
    this.#say(name, why, count, next)
  }

  /** The nearer the end, the louder. */
  #say(name: string, why: string, attempts: number, next: number): void {
    const certificate = this.#ordered.get(name)
    const facts = { name, why, attempts, next: new Date(next) }
    const { log, clock } = this.#context
    if (!certificate) return log.error(facts, 'got no certificate: HTTPS does not work for this name')
    const left = certificate.validUntil - clock.now()
    const more = { ...facts, until: new Date(certificate.validUntil) }
    if (isEnding(certificate, clock.now())) this.#tell(name, certificate, why)
    if (left <= 0) log.error(more, "the certificate has expired and can't be renewed: browsers warn of it")
    else if (isEnding(certificate, clock.now()))
      log.error(more, "the certificate can't be renewed and expires soon")
    else log.warn(more, "the certificate can't be renewed for now; the present one is shown")
  }

  /** What is left of organizations that have gone, of names that are no longer used, and of a clock that was wrong. */
  #dropExpired(): void {
    for (const name of this.#failures.keys()) if (!this.#needsAnother(name)) this.#failures.delete(name)
    for (const [name, { validUntil }] of this.#ordered) {
      if (this.#isWanted(name) || this.#context.clock.now() < validUntil) continue
      this.#ordered.delete(name)
      this.#context.storage.removeCertificate(name)
    }
  }

  /** Whoever renews those of the operator's own may have stopped doing so. */
  #warnOfOwn(): void {
    const now = this.#context.clock.now()
    if (now < this.#nextWarning) return
    this.#nextWarning = now + day
    for (const certificate of this.#own) {
      if (!isEnding(certificate, now)) continue
      const { names, validUntil } = certificate
      this.#context.log.error({ names, until: new Date(validUntil) }, 'the certificate expires soon, or has')
      const host = this.#context.names.find((name) => isFor(certificate, name)) ?? names[0] ?? ''
      this.#tell(host, certificate, 'The files of the certificate have not changed.')
    }
  }

  #tell(host: string, { validUntil }: Certificate, why: string): void {
    const now = this.#context.clock.now()
    if (now < (this.#told.get(host) ?? 0) + pauseOfTelling) return
    this.#told.set(host, now)
    this.#context.onEnding(host, validUntil, why)
  }

  #saveUnsaved(): void {
    for (const name of this.#unsaved) {
      const certificate = this.#ordered.get(name)
      try {
        if (certificate) this.#context.storage.keepCertificate(name, certificate)
        this.#unsaved.delete(name)
      } catch (error) {
        this.#nextSave = this.#context.clock.now() + minute
        this.#context.log.error({ err: error, name }, 'a certificate is shown, but could not be stored')
        return
      }
    }
  }

  #saveFailures(): void {
    try {
      this.#context.storage.keepFailures(this.#failures)
    } catch (error) {
      this.#context.log.error({ err: error }, "failures of certificates can't be stored")
    }
  }
}
