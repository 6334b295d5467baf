// Messages as JSON text for an answer: made in pieces, each of messages as they are by then, and only of those that the reader
// may read by then.
import { JsonFields, PiecedFields } from '../../http/envelope'
import { deactivated } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import type { Pieces } from '../../organization/turns'
import { directory, type User } from '../../users/repository'
import { readableOf } from '../access'
import { flaggedMessages, hasAttached, weights, type FlaggedMessage } from '../repository'
import type { FoundRange } from './range'

/** In bytes. Tests make them small. */
export const answerLimits = {
  /** So much of a range of messages goes into one answer, but one message in each direction in any case. */
  range: 8 * 1024 * 1024,
  /** Of a longer answer, the rest is made when the client has read so much. */
  begun: 256 * 1024,
  piece: 64 * 1024,
  /** Up to so many messages, fifty on both sides of one, which are no longer than messages can be, are not weighed: they fit. */
  unweighed: 101,
}
/** So many messages are weighed at once, and at most put into one piece. */
const atOnce = 500

/** What messages weigh in an answer, by ID. */
export type Weights = ReadonlyMap<number, number>

export function* weighed({ db }: Organization, ids: readonly number[]): Pieces<Weights> {
  const all = new Map<number, number>()
  if (ids.length <= answerLimits.unweighed) return all
  for (let at = 0; at < ids.length; at += atOnce) {
    if (at > 0) yield
    for (const [id, weight] of weights(db, ids.slice(at, at + atOnce))) all.set(id, weight)
  }
  return all
}

/** The part of a range that fits into an answer: those nearest to the anchor on both sides. */
export function fitting(found: FoundRange, sizes: Weights): FoundRange {
  if (sizes.size === 0) return found
  const before = found.ids.filter((id) => id < found.anchor).reverse()
  const onward = found.ids.filter((id) => id >= found.anchor)
  const [sizeBefore, sizeOnward] = [sum(before, sizes), sum(onward, sizes)]
  if (sizeBefore + sizeOnward <= answerLimits.range) return found
  const half = answerLimits.range / 2
  const keptBefore = nearest(before, sizes, Math.max(half, answerLimits.range - sizeOnward))
  const keptOnward = nearest(onward, sizes, Math.max(half, answerLimits.range - sizeBefore))
  return {
    ...found,
    ids: [...keptBefore.reverse(), ...keptOnward],
    foundOldest: found.foundOldest && keptBefore.length === before.length,
    foundNewest: found.foundNewest && keptOnward.length === onward.length,
  }
}

function sum(ids: readonly number[], sizes: Weights): number {
  return ids.reduce((total, id) => total + (sizes.get(id) ?? 0), 0)
}

/** As many from the beginning as there is room for. One beside the anchor is always among them, so that a client gets on. */
function nearest(ids: readonly number[], sizes: Weights, room: number): number[] {
  let left = room
  const end = ids.findIndex((id, index) => {
    left -= sizes.get(id) ?? 0
    return left < 0 && index > 1
  })
  return end < 0 ? [...ids] : ids.slice(0, end)
}

/** A list of messages as a field of an answer. */
export interface Listing {
  /** The text before the first message, and after the last. */
  before: string
  after: string
  ids: readonly number[]
  sizes: Weights
  /** The text of messages, one at least, which the viewer may read, with commas between them: quicker made than one by one. */
  textOf(messages: readonly FlaggedMessage[], viewer: User | undefined): string
}

/** Begins the answer; the rest of a long one is made as the client reads it. */
export function* listed(
  organization: Organization,
  viewer: User | undefined,
  listing: Listing,
): Pieces<JsonFields | PiecedFields> {
  const pieces = textPieces(organization, viewer, listing)
  let text = ''
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return new JsonFields(text)
    text += piece.value
    if (text.length > answerLimits.begun) return new PiecedFields(text, pieces)
    yield
  }
}

function* textPieces(
  organization: Organization,
  viewer: User | undefined,
  { before, after, ids, sizes, textOf }: Listing,
): Generator<string, void> {
  let text = before
  let separator = ''
  for (const part of parts(ids, sizes)) {
    // Who they are, and what they may read, may be another by now.
    const now = viewer && directory(organization).byId.get(viewer.id)
    if (viewer && now?.isActive !== true) throw deactivated()
    const readable = readableOf(organization, now, flaggedMessages(organization.db, part, now?.id))
    for (const run of sizes.size > 0 ? [readable] : runs(organization, readable)) {
      if (run.length === 0) continue
      text += separator + textOf(run, now)
      separator = ','
      if (text.length < answerLimits.piece) continue
      yield text
      text = ''
    }
  }
  yield text + after
}

/** The messages in parts that weigh about as much as a piece. */
function* parts(ids: readonly number[], sizes: Weights): Generator<readonly number[], void> {
  if (sizes.size === 0) {
    yield ids
    return
  }
  let part: number[] = []
  let size = 0
  for (const id of ids) {
    part.push(id)
    size += sizes.get(id) ?? 0
    if (size < answerLimits.piece && part.length < atOnce) continue
    yield part
    part = []
    size = 0
  }
  if (part.length > 0) yield part
}

/** The same for messages that were not weighed, now that they are read: as a rule, all of them are one run. */
function runs({ db }: Organization, messages: readonly FlaggedMessage[]): (readonly FlaggedMessage[])[] {
  const attached = messages.filter(hasAttached).map(({ id }) => id)
  const sizes: Weights = new Map(attached.length === 0 ? [] : weights(db, attached))
  const all: (readonly FlaggedMessage[])[] = []
  let start = 0
  let size = 0
  let index = 0
  for (const { id, renderedContent } of messages) {
    index++
    size += sizes.get(id) ?? renderedContent.length
    if (size < answerLimits.piece) continue
    all.push(messages.slice(start, index))
    start = index
    size = 0
  }
  all.push(start === 0 ? messages : messages.slice(start))
  return all
}
