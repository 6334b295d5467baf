// Fetching images from elsewhere: each once for all who ask, a few at a time, and not again right after it has failed.
import { ApiError } from '../http/errors'
import { rateLimitHit } from '../http/rate-limits'
import { shownWithin } from '../images/thumbnails'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { networkOf, sendRequest } from '../outgoing/client'
import type { AnswerHead, Limits } from '../outgoing/request'
import { keepImage, type KeptImage } from './storing'

/** What is fetched at once for an organization, how many others may wait for their turn, and how many failures are remembered. */
const most = { atOnce: 4, waiting: 100, failures: 1000 }

const limits: Partial<Limits> = { connect: 4000, firstByte: 8000, whole: 15_000, bytes: 10 * 1024 * 1024 }

/** Larger ones are made smaller: in pixels. */
const box = { width: 1280, height: 1280 }

/** How long an image that could not be had is not asked for again, in milliseconds. */
const failureCounts = 5 * 60_000

class Fetching {
  readonly #underway = new Map<string, Promise<KeptImage | undefined>>()
  readonly #waiting: (() => void)[] = []
  /** Until when, in milliseconds, by address; oldest first. */
  readonly #failed = new Map<string, number>()
  #running = 0

  constructor(readonly organization: Organization) {}

  async image(url: string): Promise<KeptImage | undefined> {
    const until = this.#failed.get(url) ?? 0
    const now = this.organization.clock.now()
    if (until > now && until <= now + failureCounts) return undefined
    const same = this.#underway.get(url)
    if (same) return same
    if (this.#waiting.length >= most.waiting) throw rateLimitHit(5)
    const image = this.#inTurn(() => this.#fetch(url))
    this.#underway.set(url, image)
    try {
      return await image
    } finally {
      this.#underway.delete(url)
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= most.atOnce) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.push(resolve)
      await promise
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  async #fetch(url: string): Promise<KeptImage | undefined> {
    const request = { url, headers: { accept: 'image/*' }, limits, wantsBody: isImage }
    const outcome = await sendRequest(request, networkOf(this.organization))
    try {
      if (outcome.kind !== 'answered' || !isImage(outcome)) return this.#fails(url)
      return await keepImage(this.organization, url, await shownWithin(outcome.body, box))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'BAD_IMAGE') return this.#fails(url)
      throw error
    }
  }

  #fails(url: string): undefined {
    this.#failed.delete(url)
    this.#failed.set(url, this.organization.clock.now() + failureCounts)
    const [oldest] = this.#failed.keys()
    if (oldest !== undefined && this.#failed.size > most.failures) this.#failed.delete(oldest)
    return undefined
  }
}

/** What it says it is; what it is, its bytes tell. */
function isImage({ status, headers }: AnswerHead): boolean {
  return status === 200 && /^(image\/|application\/octet-stream\b)/i.test(headers.get('content-type') ?? '')
}

const fetching = organizationState((organization) => new Fetching(organization))

/**
 * Fetches an image, which is kept then.
 * @returns undefined if there is none at that address, or none that can be shown
 * @throws ApiError RATE_LIMIT_HIT if too many others wait
 */
export function fetchedImage(organization: Organization, url: string): Promise<KeptImage | undefined> {
  return fetching(organization).image(url)
}
