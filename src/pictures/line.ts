// Whose picture is made next: those of one person one after another, so that nobody waits for all that somebody else has sent.
import { rateLimitHit } from '../http/rate-limits'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { pictureBytes } from './limits'

/** So many files of one person wait in memory, each of up to some megabytes. */
const mostInLine = 10

interface Line {
  /** The last one that was sent. */
  last: Promise<unknown>
  length: number
}

const lines = organizationState(() => new Map<number, Line>())

/**
 * Makes something of a file when that is done with those that the person has sent before.
 * @throws ApiError PAYLOAD_TOO_LARGE, RATE_LIMIT_HIT if there are too many of them; and what `make` throws.
 */
export async function madeOf<T>(
  file: File,
  organization: Organization,
  caller: { readonly id: number },
  make: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  const all = lines(organization)
  const line = all.get(caller.id) ?? { last: Promise.resolve(), length: 0 }
  if (line.length >= mostInLine) throw rateLimitHit(1)
  all.set(caller.id, line)
  line.length++
  const made = line.last.then(async () => make(await pictureBytes(file)))
  line.last = made.catch(() => undefined)
  try {
    return await made
  } finally {
    line.length--
    if (line.length === 0) all.delete(caller.id)
  }
}
