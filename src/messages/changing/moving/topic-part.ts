// The part of a topic that is to be moved or deleted, and how much of it one step takes on.
import { Type, type Static } from '@sinclair/typebox'
import type { HistoryAccess } from '../../../channels/access'
import { asMuchAs } from '../../../jobs/steps'
import type { Connection } from '../../../organization/database'
import { countOfTopic, newestOfTopic, oldestOfTopic, stateCounts } from '../changes-repository'

/** From one message ID to another, both included. */
const Stretch = Type.Tuple([Type.Integer(), Type.Integer()])

/** Messages of a topic, by stretches of IDs: ascending, apart from each other. Payloads of jobs hold it, too. */
export const TopicPart = Type.Object({
  channelId: Type.Integer(),
  topicKey: Type.String(),
  stretches: Type.Array(Stretch),
})
export type TopicPart = Static<typeof TopicPart>

/** What one step takes on besides the number of messages: rows of what they say to people. */
export const mostStatesPerStep = 5000

type Topic = Pick<TopicPart, 'channelId' | 'topicKey'>

/** The messages of a topic from an ID on that there are now, as far as somebody can read them. */
export function readablePart(
  db: Connection,
  { channelId, topicKey }: Topic,
  access: HistoryAccess,
  fromId = 0,
): TopicPart {
  const part = { channelId, topicKey, stretches: [] }
  const newest = newestOfTopic(db, part, [fromId, Number.MAX_SAFE_INTEGER], 1)[0]
  if (newest === undefined || access === 'nothing') return part
  const periods = access === 'all' ? [{ fromMessageId: 0, toMessageId: null }] : access
  const stretches = periods
    .map(({ fromMessageId, toMessageId }): [number, number] => [
      Math.max(fromMessageId + 1, fromId),
      Math.min(toMessageId ?? newest, newest),
    ])
    .filter(([from, to]) => from <= to)
  return { ...part, stretches }
}

/** Whether the topic has no other messages. */
export function isWholeTopic(db: Connection, { stretches, ...topic }: TopicPart): boolean {
  let after = 0
  for (const [from, to] of [...stretches, [Number.MAX_SAFE_INTEGER, 0] as const]) {
    if (newestOfTopic(db, topic, [after + 1, from - 1], 1).length > 0) return false
    after = to
  }
  return true
}

export function countOf(db: Connection, { stretches, ...topic }: TopicPart): number {
  return stretches.reduce((sum, stretch) => sum + countOfTopic(db, topic, stretch), 0)
}

/** What of it is not older than a message. */
export function partFrom(part: TopicPart, fromId: number): TopicPart {
  const stretches = part.stretches
    .map(([from, to]): [number, number] => [Math.max(from, fromId), to])
    .filter(([from, to]) => from <= to)
  return { ...part, stretches }
}

export function oldestOf(db: Connection, { stretches, ...topic }: TopicPart): number | undefined {
  for (const stretch of stretches) {
    const oldest = oldestOfTopic(db, topic, stretch)
    if (oldest !== undefined) return oldest
  }
  return undefined
}

/** The part without a message. */
export function partWithout(part: TopicPart, id: number): TopicPart {
  const stretches = part.stretches
    .flatMap(([from, to]): [number, number][] =>
      id < from || id > to
        ? [[from, to]]
        : [
            [from, id - 1],
            [id + 1, to],
          ],
    )
    .filter(([from, to]) => from <= to)
  return { ...part, stretches }
}

/** One step: the newest messages of the part, ascending, and the part that is left; undefined if nothing is. */
export function nextStep(
  db: Connection,
  part: TopicPart,
  mostMessages: number,
): { ids: number[]; rest: TopicPart | undefined } {
  // One more, so that it is known whether anything is left.
  const found = newestOf(db, part, mostMessages + 1)
  const states = stateCounts(db, found)
  const ids = asMuchAs(found.slice(0, mostMessages), mostStatesPerStep, (id) => states.get(id) ?? 0)
  const next = found[ids.length]
  return { ids: ids.reverse(), rest: next === undefined ? undefined : partUpTo(part, next) }
}

/** What there is of the part from one ID to another, the newest first. */
export function newestWithin(
  db: Connection,
  part: TopicPart,
  [first, last]: readonly [first: number, last: number],
  limit: number,
): number[] {
  return newestOf(db, partUpTo(partFrom(part, first), last), limit)
}

/** The newest first. */
function newestOf(db: Connection, { stretches, ...topic }: TopicPart, limit: number): number[] {
  const found: number[] = []
  for (const stretch of stretches.toReversed()) {
    if (found.length === limit) break
    found.push(...newestOfTopic(db, topic, stretch, limit - found.length))
  }
  return found
}

function partUpTo(part: TopicPart, id: number): TopicPart {
  const stretches = part.stretches
    .map(([from, to]): [number, number] => [from, Math.min(to, id)])
    .filter(([from, to]) => from <= to)
  return { ...part, stretches }
}
