// What a person can do: add and remove flags of theirs, on messages by ID or on a range of a narrow (contract 4.4).
import type { NarrowJson } from '../events/queue'
import { subscriptionsOf } from '../channels/repository'
import { emit } from '../events/event'
import { isReceived } from '../messages/access'
import { findRange, type AnchoredRange, type FoundRange } from '../messages/reading/range'
import { flagBits } from '../messages/flags'
import { parseNarrow } from '../narrow/parse'
import { narrowQuery } from '../narrow/query'
import type { Organization } from '../organization/organization'
import { atOnce, type InTurns } from '../organization/turns'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import { markAsRead } from './reading'
import { clearBit, setBits, withBit, withoutBit, type FlaggedMessage } from './repository'
import { flagAddedEvent, flagRemovedEvent, unreadAgainEvent } from './wire'

/** The most messages that one call changes. */
export const maxMessagesChanged = 5000

/** The flags that are a person's to change. */
export type PersonalFlag = 'read' | 'starred' | 'collapsed'

export interface FlagChange {
  op: 'add' | 'remove'
  flag: PersonalFlag
}

export interface ChangedFlags {
  /** The messages whose flag is another now. */
  messageIds: readonly number[]
  /** Channels whose messages could not be unread again, as the person is not subscribed; ascending. */
  ignoredChannelIds: readonly number[]
}

export interface ChangedRange {
  range: FoundRange
  changed: ChangedFlags
}

/**
 * Changes a flag of messages. Those that the caller can't read are passed over.
 * @returns the changed messages in the order they were asked for.
 */
export function changeFlags(
  organization: Organization,
  caller: User,
  change: FlagChange,
  messageIds: readonly number[],
): Promise<ChangedFlags> {
  const wanted = [...new Set(messageIds)]
  return organization.write((tx) => {
    const ids = readable(
      organization,
      caller,
      [...wanted].sort((a, b) => a - b),
    )
    const changed = apply(tx, caller, change, ids)
    const isChanged = new Set(changed.messageIds)
    return { ...changed, messageIds: wanted.filter((id) => isChanged.has(id)) }
  })
}

/** @param ids ascending, as is the answer. */
function readable(organization: Organization, person: User, ids: readonly number[]): number[] {
  return atOnce(narrowQuery(organization, person, [], 'readable').among(ids))
}

/**
 * Changes a flag of the messages of a narrow around an anchor, of at most `maxMessagesChanged` of them.
 * @throws ApiError BAD_NARROW
 */
export async function changeFlagsInNarrow(
  organization: Organization,
  caller: User,
  change: FlagChange,
  { narrow, ...asked }: AnchoredRange & { narrow: NarrowJson },
  inTurns: InTurns,
): Promise<ChangedRange> {
  const range = await inTurns(findRange(organization, caller, parseNarrow(narrow), lowered(asked)))
  // By the time of the write some may have been deleted, or moved to where the caller does not see them.
  return organization.write((tx) => {
    const changed = apply(tx, caller, change, readable(organization, caller, range.ids))
    return { range, changed }
  })
}

/** No longer than one write may be; what one side does not ask for is the other's. */
function lowered(range: AnchoredRange): AnchoredRange {
  const room = maxMessagesChanged - (range.includeAnchor ? 1 : 0)
  const half = Math.floor(room / 2)
  const numBefore = Math.min(range.numBefore, Math.max(half, room - range.numAfter))
  return { ...range, numBefore, numAfter: Math.min(range.numAfter, room - numBefore) }
}

/** @param ids readable, ascending. */
function apply(
  tx: Transaction,
  person: User,
  { op, flag }: FlagChange,
  ids: readonly number[],
): ChangedFlags {
  if (flag === 'read') return op === 'add' ? markRead(tx, person, ids) : markUnread(tx, person, ids)
  if (op === 'remove') {
    const messageIds = withBit(tx, person.id, ids, flagBits[flag])
    clearBit(tx, person.id, messageIds, flagBits[flag])
    if (messageIds.length > 0) emit(tx, flagRemovedEvent(person.id, flag, messageIds))
    return { messageIds, ignoredChannelIds: [] }
  }
  const messages = withoutBit(tx, person.id, ids, flagBits[flag])
  const messageIds = add(tx, person, messages, flagBits[flag])
  if (messageIds.length > 0) emit(tx, flagAddedEvent([person.id], flag, messageIds))
  return { messageIds, ignoredChannelIds: [] }
}

function markRead(tx: Transaction, person: User, ids: readonly number[]): ChangedFlags {
  const messageIds = withBit(tx, person.id, ids, flagBits.unread)
  markAsRead(tx, person.id, messageIds)
  if (messageIds.length > 0) emit(tx, flagAddedEvent([person.id], 'read', messageIds))
  return { messageIds, ignoredChannelIds: [] }
}

/** Unread messages are only in channels one is in. */
function markUnread(tx: Transaction, person: User, ids: readonly number[]): ChangedFlags {
  const { organization } = tx
  const subscriptions = subscriptionsOf(organization, person.id)
  const unreadable = new Set<number>()
  const messages = withoutBit(tx, person.id, ids, flagBits.unread).filter(({ channelId }) => {
    if (channelId === null || subscriptions.get(channelId)?.isActive === true) return true
    unreadable.add(channelId)
    return false
  })
  const messageIds = add(tx, person, messages, flagBits.unread)
  if (messageIds.length > 0) emit(tx, unreadAgainEvent(organization, person.id, messages))
  return { messageIds, ignoredChannelIds: [...unreadable].sort((a, b) => a - b) }
}

/** Sets a bit; messages never received become part of the person's history by it. @returns their IDs. */
function add(tx: Transaction, person: User, messages: readonly FlaggedMessage[], bit: number): number[] {
  const received: number[] = []
  const added: number[] = []
  for (const message of messages) {
    ;(isReceived(tx.organization, person, message) ? received : added).push(message.id)
  }
  setBits(tx, person.id, received, bit)
  setBits(tx, person.id, added, bit | flagBits.historical)
  return messages.map(({ id }) => id)
}
