// A narrow applied to one message: the filter of event queues.
import { channelDirectory, subscriptionsOf } from '../channels/repository'
import type { NarrowJson } from '../events/queue'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { directory, type User } from '../users/repository'
import { criteriaOf } from './criteria'
import type { Criterion, MessageFacts } from './criterion'
import { parseNarrow, type Term } from './parse'
import { settledTerms } from './with'

const parsed = new WeakMap<NarrowJson, readonly Term[]>()

/** Reads the narrow of a queue; what it names may come and go while the queue lives. @throws ApiError BAD_NARROW */
export function queueTerms(narrow: NarrowJson): readonly Term[] {
  const known = parsed.get(narrow)
  if (known) return known
  const terms = parseNarrow(narrow)
  parsed.set(narrow, terms)
  return terms
}

/**
 * Whether a message is in the narrow, for a person it was sent to.
 * @param narrow as the queue registered with; it has been checked.
 */
export function matchesNarrow(
  organization: Organization,
  userId: number,
  narrow: NarrowJson,
  message: MessageFacts,
): boolean {
  const criteria = compiledCriteria(organization, userId, narrow)
  return (
    criteria?.every((criterion) =>
      criterion.level === 'conversation' ? criterion.keeps(message.conversation) : criterion.matches(message),
    ) ?? false
  )
}

interface Compiled {
  /** Undefined if a channel or person is no more, or no longer theirs to see. */
  criteria: readonly Criterion[] | undefined
  /** What names were looked up in: the same objects as long as nothing has changed there. */
  lookedUpIn: readonly unknown[]
}

const compiled = new WeakMap<NarrowJson, Compiled>()

/**
 * The narrow's criteria: kept with its queue, as every message asks for them, and made again when channels or people
 * may have changed their names, or the person what they are subscribed to.
 */
function compiledCriteria(
  organization: Organization,
  userId: number,
  narrow: NarrowJson,
): readonly Criterion[] | undefined {
  const people = directory(organization)
  const lookedUpIn = [people, channelDirectory(organization), subscriptionsOf(organization, userId)]
  const known = compiled.get(narrow)
  if (known?.lookedUpIn.every((each, index) => each === lookedUpIn[index])) return known.criteria
  const terms = queueTerms(narrow)
  const criteria = criteriaFor(organization, people.byId.get(userId), terms)
  // A message that is named may move with any other.
  const isLasting = !terms.some(({ operator }) => operator === 'with')
  if (isLasting) compiled.set(narrow, { criteria, lookedUpIn })
  return criteria
}

function criteriaFor(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
): readonly Criterion[] | undefined {
  try {
    return criteriaOf(organization, viewer, settledTerms(organization, viewer, terms))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
