// A narrow applied to one message: the filter of event queues.
import type { NarrowJson } from '../events/queue'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { directory } from '../users/repository'
import { criteriaOf, type MessageFacts } from './criteria'
import { parseNarrow, type Term } from './parse'
import { settledTerms } from './with'

const parsed = new WeakMap<NarrowJson, readonly Term[]>()

/**
 * Whether a message is in the narrow, for a person it was sent to. Names are looked up anew each time, as
 * channels and people come, go and change their names while a queue lives.
 * @param narrow as the queue registered with; it has been checked.
 */
export function matchesNarrow(
  organization: Organization,
  userId: number,
  narrow: NarrowJson,
  message: MessageFacts,
): boolean {
  const viewer = directory(organization).byId.get(userId)
  try {
    const terms = settledTerms(organization, viewer, termsOf(narrow))
    return criteriaOf(organization, viewer, terms).every((criterion) =>
      criterion.level === 'conversation' ? criterion.keeps(message.conversation) : criterion.matches(message),
    )
  } catch (error) {
    // A channel or person that is no more, or no longer theirs to see.
    if (error instanceof ApiError) return false
    throw error
  }
}

function termsOf(narrow: NarrowJson): readonly Term[] {
  const known = parsed.get(narrow)
  if (known) return known
  const terms = parseNarrow(narrow)
  parsed.set(narrow, terms)
  return terms
}
