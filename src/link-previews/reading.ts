// Reading pages that messages link to: what they said lately, or what they say now.
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { networkOf, sendRequest } from '../outgoing/client'
import type { AnswerHead, Limits } from '../outgoing/request'
import type { PageSummary } from './page'

/** What a page says of itself stands at its beginning. */
const limits: Partial<Limits> = {
  connect: 4000,
  firstByte: 8000,
  whole: 15_000,
  bytes: 512 * 1024,
  longer: 'cut',
}

/** How long a page is not read again, and one that could not be read; in milliseconds. */
const counts = { page: 24 * 3600_000, failure: 3600_000 }

/** Of so many pages an organization remembers what they said. */
const mostRemembered = 1000

/** A page, or that there is none to be shown. */
interface ReadPage {
  /** In milliseconds. */
  readonly at: number
  readonly summary: PageSummary | undefined
}

/** By address, those read longest ago first. */
const remembered = organizationState(() => new Map<string, ReadPage>())

/** What the page at an address says of itself, or said lately; undefined if there is none, or nothing to be said of it. */
export async function pageAt(
  organization: Organization,
  address: string,
  signal: AbortSignal,
): Promise<PageSummary | undefined> {
  // Without the place within the page.
  const url = address.replace(/#.*$/s, '')
  const pages = remembered(organization)
  const now = organization.clock.now()
  const known = pages.get(url)
  if (known && Math.abs(now - known.at) < (known.summary ? counts.page : counts.failure)) return known.summary
  const summary = await summaryAt(organization, url, signal)
  pages.delete(url)
  pages.set(url, { at: now, summary })
  const [oldest] = pages.keys()
  if (oldest !== undefined && pages.size > mostRemembered) pages.delete(oldest)
  return summary
}

async function summaryAt(
  organization: Organization,
  url: string,
  signal: AbortSignal,
): Promise<PageSummary | undefined> {
  const headers = { accept: 'text/html,application/xhtml+xml' }
  const request = { url, headers, limits, wantsBody: isPage, signal }
  const outcome = await sendRequest(request, networkOf(organization))
  if (outcome.kind !== 'answered' || !isPage(outcome)) return undefined
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(typeOf(outcome))?.[1]
  // What a start does not need.
  const { summaryOf } = await import('./page')
  return summaryOf(outcome.body, charset, outcome.url)
}

function isPage(head: AnswerHead): boolean {
  return head.status === 200 && /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(typeOf(head))
}

function typeOf({ headers }: AnswerHead): string {
  return headers.get('content-type') ?? ''
}
