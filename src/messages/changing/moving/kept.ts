// Messages that come to a channel with protected history: whoever had received them, and is in that channel, keeps them.
import { canReadMessage, historyAccess, isWithin } from '../../../channels/access'
import type { Channel } from '../../../channels/repository'
import { badRequest } from '../../../http/errors'
import type { Organization } from '../../../organization/organization'
import type { Transaction } from '../../../organization/writer'
import { directory } from '../../../users/repository'
import {
  deleteKept,
  earlierReceipts,
  hasMessageBetween,
  insertKept,
  keptPeriods,
  periodsOfSubscribers,
  type PersonalPeriod,
} from './kept-repository'

/** More messages than this, of which each has to be looked at, are not moved at once. */
const mostLookedAt = 1000

/** Where people see only what was sent while they were subscribed: by the times of that, and of what they keep. */
function isProtected({ isPrivate, isHistoryShared }: Channel): boolean {
  return isPrivate && !isHistoryShared
}

/**
 * Checks that each message of a move is one that somebody can read where it goes, or nobody could undo the move.
 * @param movedWithin the moving messages from one ID to another, not more than `limit` of them.
 * @throws ApiError BAD_REQUEST
 */
export function assertSomebodyKeeps(
  organization: Organization,
  from: Channel,
  to: Channel,
  movedWithin: (stretch: readonly [first: number, last: number], limit: number) => readonly number[],
): void {
  if (from === to || !isProtected(to)) return
  const [there, here] = partition(periodsOfSubscribers(organization.db, to.id, from.id), to)
  const receiving = here.filter(({ userId }) => reads(organization, userId, from))
  for (const gap of gapsBetween([...there, ...receiving])) {
    const ids = movedWithin(gap, mostLookedAt + 1)
    if (ids.length === 0) continue
    const kept = new Set(receiptsElsewhere(organization, from, to, ids).map(({ messageId }) => messageId))
    if (ids.length <= mostLookedAt && ids.every((id) => kept.has(id))) continue
    throw badRequest(
      `Nobody could see these messages in '${to.name}', whose members see only what was sent since they joined`,
    )
  }
}

/** The stretches of IDs, both ends included, that fall into none of the periods. */
function gapsBetween(periods: readonly PersonalPeriod[]): [number, number][] {
  const gaps: [number, number][] = []
  let seenUpTo = 0
  for (const { fromMessageId, toMessageId } of periods.toSorted(
    (a, b) => a.fromMessageId - b.fromMessageId,
  )) {
    if (fromMessageId > seenUpTo) gaps.push([seenUpTo + 1, fromMessageId])
    seenUpTo = Math.max(seenUpTo, toMessageId ?? Number.MAX_SAFE_INTEGER)
  }
  if (seenUpTo < Number.MAX_SAFE_INTEGER) gaps.push([seenUpTo + 1, Number.MAX_SAFE_INTEGER])
  return gaps
}

/**
 * Sees to it that whoever had received messages keeps them in the channel they have come to, and that nobody sees them
 * there by what they keep of others. To be called when they are there already. @param ids ascending.
 */
export function keepReceived(
  tx: Transaction,
  from: Channel,
  to: Channel,
  conversationId: number,
  ids: readonly number[],
): void {
  const [first = 0, last = 0] = [ids[0], ids.at(-1)]
  if (from === to || !isProtected(to)) return
  const keepers = keepersOf(tx.organization, from, to, ids)
  for (const period of keptPeriods(tx, to.id, first, last)) {
    const isTheirs = keepers.get(period.userId)
    const others = ids.filter((id, index) => isTheirs?.[index] !== 1 && isWithin([period], id))
    if (others.length === 0) continue
    deleteKept(tx, period)
    for (const part of without(period, others)) insertKept(tx, part)
  }
  const isApart = ids.map((id, index) => hasMessageBetween(tx, conversationId, ids[index - 1] ?? 0, id))
  for (const [userId, isKept] of keepers) {
    for (const [start, end] of runs(isKept, isApart)) {
      insertKept(tx, {
        userId,
        channelId: to.id,
        fromMessageId: (ids[start] ?? 0) - 1,
        toMessageId: ids[end] ?? 0,
      })
    }
  }
}

/** By user ID: 1 for each message that the person had received, could still read, and else could read no more. */
function keepersOf(
  organization: Organization,
  from: Channel,
  to: Channel,
  ids: readonly number[],
): Map<number, Uint8Array> {
  const keepers = new Map<number, Uint8Array>()
  const set = (userId: number, start: number, end: number, value: 0 | 1): void => {
    const isKept = keepers.get(userId) ?? new Uint8Array(ids.length)
    keepers.set(userId, isKept.fill(value, start, end))
  }
  const setPeriod = ({ userId, fromMessageId, toMessageId }: PersonalPeriod, value: 0 | 1): void =>
    set(
      userId,
      countUpTo(ids, fromMessageId),
      toMessageId === null ? ids.length : countUpTo(ids, toMessageId),
      value,
    )
  const [there, here] = partition(periodsOfSubscribers(organization.db, to.id, from.id), to)
  for (const period of here) if (reads(organization, period.userId, from)) setPeriod(period, 1)
  for (const { userId, messageId } of receiptsElsewhere(organization, from, to, ids)) {
    const index = countUpTo(ids, messageId - 1)
    set(userId, index, index + 1, 1)
  }
  for (const period of there) setPeriod(period, 0)
  return keepers
}

function partition(
  periods: readonly PersonalPeriod[],
  { id }: Channel,
): [PersonalPeriod[], PersonalPeriod[]] {
  return [
    periods.filter(({ channelId }) => channelId === id),
    periods.filter(({ channelId }) => channelId !== id),
  ]
}

/** Who got which of the messages before they came to the channel they are leaving, and can read them there. */
function receiptsElsewhere(
  organization: Organization,
  from: Channel,
  to: Channel,
  ids: readonly number[],
): { userId: number; messageId: number }[] {
  const people = directory(organization).byId
  return earlierReceipts(organization.db, to.id, ids).filter(({ userId, messageId }) =>
    canReadMessage(organization, people.get(userId), from, messageId),
  )
}

function reads(organization: Organization, userId: number, channel: Channel): boolean {
  return historyAccess(organization, directory(organization).byId.get(userId), channel) !== 'nothing'
}

/** How many of the IDs, which ascend, are not above this one. */
function countUpTo(ids: readonly number[], id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) <= id) low = middle + 1
    else high = middle
  }
  return low
}

/** Where ones follow each other, from index to index; one that stands apart from what is before it begins anew. */
function runs(isKept: Uint8Array, isApart: readonly boolean[]): [number, number][] {
  const found: [number, number][] = []
  for (const [index, value] of isKept.entries()) {
    const run = found.at(-1)
    if (value === 0) continue
    if (run && run[1] === index - 1 && isApart[index] !== true) run[1] = index
    else found.push([index, index])
  }
  return found
}

/** What is left of a period, without these messages of it. */
function without(period: PersonalPeriod, ids: readonly number[]): PersonalPeriod[] {
  const parts: PersonalPeriod[] = []
  let fromMessageId = period.fromMessageId
  for (const id of [...ids, (period.toMessageId ?? 0) + 1]) {
    if (fromMessageId < id - 1) parts.push({ ...period, fromMessageId, toMessageId: id - 1 })
    fromMessageId = id
  }
  return parts
}
