// Reading messages: a range of a narrow around an anchor, a list by ID, or one (contract 4.3; reference: get-messages).
import { unauthenticated } from '../../http/credentials'
import { badRequest, invalidParameter, missingParameter } from '../../http/errors'
import { parseNarrow, type Term } from '../../narrow/parse'
import type { NarrowJson } from '../../events/queue'
import { narrowQuery } from '../../narrow/query'
import { baseOf } from '../../narrow/reach'
import { settledTerms } from '../../narrow/with'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import type { Pieces } from '../../organization/turns'
import type { SearchPart } from '../../search/query'
import type { User } from '../../users/repository'
import { isReceived, readableMessage } from '../access'
import { wireFlags } from '../flags'
import { submessagesOf } from '../../submessages/repository'
import { submessageObject } from '../../submessages/wire'
import { reactionsOf } from '../../reactions/repository'
import { reactionObject } from '../../reactions/wire'
import { matchFields, searchedFor } from './matches'
import { editsOf, newestEdits, type StoredEdit } from '../edits-repository'
import { flagsOf, flagsOfMany, messagesByIds, type StoredMessage } from '../repository'
import { findRange, parseAnchor, type AnchoredRange } from './range'
import { messageObject, nothingAttached, type Attached, type MessageReader } from '../wire'

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

/** Who fetches messages, and what their client reads. */
export interface Fetcher extends MessageReader {
  /** Whether it reads the public protocol's words where only one can stand. */
  publicNames: boolean
}

/** The answer of `GET /messages`. @throws ApiError BAD_NARROW and errors of parameters. */
export function* fetchMessages(
  organization: Organization,
  viewer: User | undefined,
  request: RangeRequest,
  reader: Fetcher,
): Pieces<object> {
  const terms = settledTerms(organization, viewer, parseNarrow(request.narrow))
  if (request.messageIds !== undefined) {
    assertNoRange(request)
    const ids = yield* knownMessages(organization, viewer, terms, request.messageIds)
    return { messages: messageObjects(organization, ids, reader, searchedFor(terms)), history_limited: false }
  }
  if (!viewer && baseOf(terms) === 'received') throw unauthenticated()
  const found = yield* findRange(organization, viewer, terms, checkedRange(request))
  return {
    anchor: found.anchor,
    found_anchor: found.foundAnchor,
    found_oldest: found.foundOldest,
    found_newest: found.foundNewest,
    history_limited: false,
    messages: messageObjects(organization, found.ids, reader, searchedFor(terms)),
  }
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
  const message = readableMessage(organization, reader.viewer, id)
  const bits = reader.viewer ? flagsOf(organization.db, reader.viewer.id, id) : 0
  const attached = attachedTo(organization, [message], reader, () => editsOf(organization.db, id))
  return {
    message: withFlags(organization, message, attached(message), bits, reader),
    raw_content: message.content,
  }
}

/**
 * The message objects of readable messages, with the viewer's flags, in the order of the IDs.
 * @param searched what was searched for, which is marked in further fields.
 */
export function messageObjects(
  organization: Organization,
  ids: readonly number[],
  reader: Fetcher,
  searched?: readonly SearchPart[],
): object[] {
  if (ids.length === 0) return []
  const messages = messagesByIds(organization.db, ids)
  const flags = reader.viewer
    ? flagsOfMany(organization.db, reader.viewer.id, ids)
    : new Map<number, number>()
  const attached = attachedTo(organization, messages, reader, (edited) => listedEdits(organization, edited))
  return messages.map((message) => {
    const object = withFlags(organization, message, attached(message), flags.get(message.id) ?? 0, reader)
    return searched ? { ...object, ...matchFields(message, searched, reader.emptyTopicName) } : object
  })
}

function withFlags(
  organization: Organization,
  message: StoredMessage,
  attached: Attached,
  bits: number,
  reader: Fetcher,
): object {
  const object = messageObject(organization, message, attached, reader)
  object.flags = wireFlags(bits, isReceived(organization, reader.viewer, message))
  return object
}

/** Reads what hangs on the messages, for those that say they have something. */
function attachedTo(
  { db }: Organization,
  messages: readonly StoredMessage[],
  { publicNames }: Fetcher,
  readEdits: (ids: readonly number[]) => readonly StoredEdit[],
): (message: StoredMessage) => Attached {
  if (!messages.some(hasAnything)) return () => nothingAttached
  const having = (mark: 'hasReaction' | 'hasSubmessage' | 'hasEdits') =>
    messages.filter((message) => message[mark] !== 0).map(({ id }) => id)
  const reactions = grouped(having('hasReaction'), (ids) => reactionsOf(db, ids))
  const submessages = grouped(having('hasSubmessage'), (ids) => submessagesOf(db, ids))
  const edits = grouped(having('hasEdits'), readEdits)
  return ({ id }) => ({
    reactions: reactions?.get(id)?.map((reaction) => reactionObject(reaction, publicNames)) ?? [],
    submessages: submessages?.get(id)?.map(submessageObject) ?? [],
    edits: edits?.get(id) ?? [],
  })
}

/** Of each message in a list: enough to show that it was edited, and how lately. All of it comes with the message alone. */
const listed = { most: 20, mostBytes: 20_000 }

function listedEdits(organization: Organization, ids: readonly number[]): readonly StoredEdit[] {
  const policy = settings(organization).message_edit_history_visibility_policy
  return policy === 'none'
    ? []
    : newestEdits(organization.db, ids, { ...listed, onlyMoves: policy === 'moves' })
}

function hasAnything({ hasReaction, hasSubmessage, hasEdits }: StoredMessage): boolean {
  return hasReaction + hasSubmessage + hasEdits > 0
}

function grouped<T extends { messageId: number }>(
  ids: readonly number[],
  read: (ids: readonly number[]) => readonly T[],
): Map<number, T[]> | undefined {
  return ids.length === 0 ? undefined : Map.groupBy(read(ids), ({ messageId }) => messageId)
}
