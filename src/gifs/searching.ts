// Searching for GIFs at GIPHY, in place of the web client: its pages ask nobody but their own server. Found once for all who ask alike.
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { externalImageUrl } from '../external-images/address'
import { ApiError } from '../http/errors'
import { rateLimitHit } from '../http/rate-limits'
import { ratingName } from '../organization/gif-ratings'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { organizationState } from '../organization/state'
import { networkOf, sendRequest } from '../outgoing/client'
import type { Limits } from '../outgoing/request'
import type { FoundGifs, Gif } from './wire'

/** Of one answer: its previews are fetched one by one. */
export const pageSize = 15

const limits: Partial<Limits> = { connect: 4000, firstByte: 6000, whole: 10_000, bytes: 1024 * 1024 }

/** How many searches are underway at once for an organization, and how many are remembered. */
const most = { atOnce: 4, kept: 200 }

/** How long what was found is given again, in milliseconds. */
const freshFor = 10 * 60_000

const Rendition = Type.Object({
  url: Type.String({ maxLength: 2048 }),
  width: Type.String(),
  height: Type.String(),
})
const Found = Type.Object({
  title: Type.Optional(Type.String()),
  images: Type.Object({
    fixed_width: Rendition,
    downsized_medium: Type.Optional(Type.Object({ url: Type.String() })),
  }),
})
const Page = Type.Object({
  data: Type.Array(Type.Unknown(), { maxItems: 100 }),
  pagination: Type.Object({
    total_count: Type.Optional(Type.Integer()),
    count: Type.Integer(),
    offset: Type.Integer(),
  }),
})

interface Kept {
  readonly at: number
  readonly found: FoundGifs
}

class Searches {
  readonly #kept = new Map<string, Kept>()
  readonly #underway = new Map<string, Promise<FoundGifs>>()

  constructor(readonly organization: Organization) {}

  async find(path: string): Promise<FoundGifs> {
    const kept = this.#kept.get(path)
    // A clock that was put back makes nothing new.
    if (kept && Math.abs(this.organization.clock.now() - kept.at) < freshFor) return kept.found
    const same = this.#underway.get(path)
    if (same) return same
    if (this.#underway.size >= most.atOnce) throw rateLimitHit(1)
    const asked = this.#ask(path)
    this.#underway.set(path, asked)
    try {
      const found = await asked
      this.#keep(path, found)
      return found
    } finally {
      this.#underway.delete(path)
    }
  }

  async #ask(path: string): Promise<FoundGifs> {
    const url = `${this.organization.rules.giphyUrl}${path}&api_key=${encodeURIComponent(this.organization.rules.giphyApiKey)}`
    const outcome = await sendRequest(
      { url, headers: { accept: 'application/json' }, limits },
      networkOf(this.organization),
    )
    if (outcome.kind !== 'answered' || outcome.status !== 200) throw unavailable()
    return pageOf(this.organization, outcome.body)
  }

  #keep(path: string, found: FoundGifs): void {
    this.#kept.delete(path)
    this.#kept.set(path, { at: this.organization.clock.now(), found })
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > most.kept) this.#kept.delete(oldest)
  }
}

const searches = organizationState((organization) => new Searches(organization))

/**
 * GIFs that fit, or those that are liked now where nothing is looked for; none where the organization lets nobody search.
 * @param offset how many have been seen
 * @throws ApiError BAD_REQUEST where GIPHY does not answer, RATE_LIMIT_HIT
 */
export async function findGifs(
  organization: Organization,
  words: string,
  offset: number,
): Promise<FoundGifs> {
  const rating = ratingName(settings(organization).giphy_rating)
  if (rating === undefined || organization.rules.giphyApiKey === '') return { gifs: [], next: null }
  const wanted = words.trim()
  const parameters = new URLSearchParams({ rating, limit: String(pageSize), offset: String(offset) })
  if (wanted !== '') parameters.set('q', wanted)
  return searches(organization).find(
    `/v1/gifs/${wanted === '' ? 'trending' : 'search'}?${parameters.toString()}`,
  )
}

function pageOf(organization: Organization, body: Uint8Array): FoundGifs {
  const answer = parsed(body)
  if (!Value.Check(Page, answer)) throw unavailable()
  const { data, pagination } = answer
  const gifs = data.flatMap((each) => (Value.Check(Found, each) ? gifOf(organization, each) : []))
  const seen = pagination.offset + pagination.count
  const isMore = pagination.count > 0 && seen < (pagination.total_count ?? Infinity)
  return { gifs: gifs.slice(0, pageSize), next: isMore ? seen : null }
}

/** Previews come by way of this server, as images in messages do. */
function gifOf(organization: Organization, { title = '', images }: Static<typeof Found>): Gif[] {
  const { url: small, width, height } = images.fixed_width
  const url = images.downsized_medium?.url || small
  const preview = isWebUrl(small) ? externalImageUrl(organization, small) : undefined
  if (preview === undefined || !isWebUrl(url)) return []
  return [{ title, url, preview, width: Number(width) || 200, height: Number(height) || 200 }]
}

function isWebUrl(url: string): boolean {
  return url.length <= 2048 && /^https?:\/\/[^\s()]+$/i.test(url)
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

function unavailable(): ApiError<'BAD_REQUEST'> {
  return new ApiError('BAD_REQUEST', 'GIPHY does not answer right now', {}, {}, 502)
}
