// Reading messages: a range of a narrow around an anchor, a list by ID, or one (contract 4.3; reference: get-messages).
import type { NarrowJson } from '../../events/queue'
import { unauthenticated } from '../../http/credentials'
import type { AnswerFields } from '../../http/envelope'
import { badRequest, invalidParameter, missingParameter } from '../../http/errors'
import { parseNarrow, type Term } from '../../narrow/parse'
import { narrowQuery } from '../../narrow/query'
import { baseOf } from '../../narrow/reach'
import { settledTerms } from '../../narrow/with'
import type { Organization } from '../../organization/organization'
import type { Pieces } from '../../organization/turns'
import type { User } from '../../users/repository'
import { readable } from '../access'
import { flaggedMessage, type FlaggedMessage } from '../repository'
import { fitting, listed, weighed } from './listing'
import { highlighterOf } from './matches'
import { listedObjects, singleObject, type Fetcher } from './objects'
import { findRange, parseAnchor, type AnchoredRange } from './range'

/** The most messages of one answer. */
export const maxMessagesFetched = 5000

/** What a client asks for; undefined is what it did not send. */
export interface RangeRequest {
  narrow: NarrowJson
  anchor: string | undefined
  includeAnchor: boolean | undefined
  numBefore: number | undefined
  numAfter: number | undefined
  useFirstUnreadAnchor: boolean | undefined
  messageIds: readonly number[] | undefined
}

/** The answer of `GET /messages`. @throws ApiError BAD_NARROW and errors of parameters. */
export function* fetchMessages(
  organization: Organization,
  viewer: User | undefined,
  request: RangeRequest,
  reader: Fetcher,
): Pieces<AnswerFields> {
  const terms = settledTerms(organization, viewer, parseNarrow(request.narrow))
  const highlight = highlighterOf(terms)
  const textOf = (messages: readonly FlaggedMessage[], now: User | undefined) =>
    JSON.stringify(listedObjects(organization, messages, { ...reader, viewer: now }, highlight)).slice(1, -1)
  if (request.messageIds !== undefined) {
    assertNoRange(request)
    const ids = yield* knownMessages(organization, viewer, terms, request.messageIds)
    const sizes = yield* weighed(organization, ids)
    return yield* listed(organization, viewer, {
      before: '"history_limited":false,"messages":[',
      after: ']',
      ids,
      sizes,
      textOf,
    })
  }
  if (!viewer && baseOf(terms) === 'received') throw unauthenticated()
  const whole = yield* findRange(organization, viewer, terms, checkedRange(request))
  const sizes = yield* weighed(organization, whole.ids)
  const { ids, ...found } = fitting(whole, sizes)
  const fields = {
    anchor: found.anchor,
    found_anchor: found.foundAnchor,
    found_oldest: found.foundOldest,
    found_newest: found.foundNewest,
    history_limited: false,
  }
  const before = `${JSON.stringify(fields).slice(1, -1)},"messages":[`
  return yield* listed(organization, viewer, { before, after: ']', ids, sizes, textOf })
}

/** Those of the messages that the viewer may read and that are in the narrow, ascending. */
function* knownMessages(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
  ids: readonly number[],
): Pieces<readonly number[]> {
  if (ids.length > maxMessagesFetched) throw tooMany('message_ids')
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  return yield* narrowQuery(organization, viewer, terms, 'readable').among(wanted)
}

function assertNoRange(request: RangeRequest): void {
  const given = [
    ['anchor', request.anchor],
    ['include_anchor', request.includeAnchor],
    ['use_first_unread_anchor', request.useFirstUnreadAnchor],
    ['num_before', request.numBefore],
    ['num_after', request.numAfter],
  ].flatMap(([name, value]) => (value === undefined ? [] : [String(name)]))
  if (given.length > 0) {
    throw badRequest(`Unsupported parameter combination: message_ids with ${given.join(', ')}`)
  }
}

function tooMany(name: string): Error {
  return invalidParameter(name, `${name}: too many messages requested (maximum ${maxMessagesFetched})`)
}

function checkedRange(request: RangeRequest): AnchoredRange {
  const { numBefore, numAfter } = request
  if (numBefore === undefined) throw missingParameter('num_before')
  if (numAfter === undefined) throw missingParameter('num_after')
  if (numBefore + numAfter > maxMessagesFetched) {
    throw tooMany(numBefore > maxMessagesFetched ? 'num_before' : 'num_after')
  }
  const anchor = request.useFirstUnreadAnchor === true ? 'first_unread' : request.anchor
  if (anchor === undefined) throw missingParameter('anchor')
  return { anchor: parseAnchor(anchor), includeAnchor: request.includeAnchor ?? true, numBefore, numAfter }
}

/** The answer of `GET /messages/{id}` (contract 4.3). @throws ApiError BAD_REQUEST if it is not theirs to see. */
export function fetchMessage(organization: Organization, id: number, reader: Fetcher): object {
  const { viewer } = reader
  const message = readable(organization, viewer, flaggedMessage(organization.db, id, viewer?.id))
  return { message: singleObject(organization, message, reader), raw_content: message.content }
}
