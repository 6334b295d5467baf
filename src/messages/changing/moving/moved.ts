// What follows for people when messages have moved: who sees them now, what they say to whom, choices for the topic.
import { earlierReceiverIds, receiverIds } from '../../receivers-repository'
import { noteOldestMessage } from '../../activity/channel-activity'
import { historyAccess } from '../../../channels/access'
import { subscriberIdsOf, subscriptionsOf, type Channel } from '../../../channels/repository'
import type { Transaction } from '../../../organization/writer'
import { moveTopicChoices } from '../../../user-topics/moves'
import { directory } from '../../../users/repository'
import { isReceived } from '../../access'
import {
  deleteStates,
  isSpelledOtherwise,
  oldestMessageId,
  stateHolderIds,
  statesOfMany,
  storeState,
  updatePlace,
} from '../changes-repository'
import { openChannelConversation } from '../../conversations'
import { flagBits } from '../../flags'
import { keepReceived } from './kept'
import type { Move } from './moving'
import { lost, readable, sightGroups, type SightGroup } from '../sight'
import { topicKey } from '../../../channels/topics'

/** What one step of a move did. */
export interface Moved {
  /** Who could and can read them. */
  groups: readonly SightGroup[]
  /** The topic of some is spelled in another way now: clients are to be told how. */
  isRespelled: boolean
  /** Read from now on, for people who do not get messages where they went: message IDs by user ID. */
  readBy: ReadonlyMap<number, readonly number[]>
}

/** Moves some of the messages in the tables. @param messageIds ascending. @param movedAt UNIX seconds. */
export function moveMessages(
  tx: Transaction,
  moverId: number,
  move: Pick<Move, 'from' | 'to' | 'topicAfter' | 'isResolving'>,
  messageIds: readonly number[],
  movedAt: number,
): Moved {
  const { organization } = tx
  const { from, to, topicAfter } = move
  const conversationId = openChannelConversation(tx, to.id)
  const place = { conversationId, channelId: to.id, topic: topicAfter, topicKey: topicKey(topicAfter) }
  const isRespelled = isSpelledOtherwise(tx, messageIds, topicAfter)
  updatePlace(tx, messageIds, place, move.isResolving ? null : movedAt)
  keepReceived(tx, from, to, conversationId, messageIds)
  const people = [
    ...receiverIds(tx, from.id, messageIds[0] ?? 0, messageIds.at(-1) ?? 0),
    ...earlierReceiverIds(tx, messageIds),
    ...subscriberIdsOf(organization, from.id),
    ...(from === to ? [] : subscriberIdsOf(organization, to.id)),
    ...stateHolderIds(tx, messageIds),
    moverId,
  ]
  return {
    groups: sightGroups(organization, people, messageIds, from, to),
    isRespelled,
    readBy: from === to ? new Map() : settleStates(tx, messageIds, to, conversationId),
  }
}

/**
 * Brings what messages say to people in line with the channel they have come to: nothing to those who can't read it, no
 * unread messages to those who are not subscribed. @returns what is read now that was not, by user ID.
 */
export function settleStates(
  tx: Transaction,
  messageIds: readonly number[],
  to: Channel,
  conversationId: number,
): Map<number, number[]> {
  const { organization } = tx
  const readBy = new Map<number, number[]>()
  for (const [userId, states] of Map.groupBy(statesOfMany(tx, messageIds), (state) => state.userId)) {
    const ids = states.map(({ messageId }) => messageId)
    const kept = readable(organization, userId, ids, to)
    const gone = lost({ before: ids, after: kept })
    if (gone.length > 0) deleteStates(tx, userId, gone)
    const person = directory(organization).byId.get(userId)
    const isSubscribed = subscriptionsOf(organization, userId).get(to.id)?.isActive === true
    const isKept = kept === ids ? undefined : new Set(kept)
    const read: number[] = []
    for (const { messageId: id, flags } of states) {
      if (isKept && !isKept.has(id)) continue
      const now = settled(
        flags,
        isSubscribed,
        isReceived(organization, person, { id, conversationId, channelId: to.id }),
      )
      if (now === flags) continue
      storeState(tx, userId, id, now)
      if ((flags & ~now & flagBits.unread) !== 0) read.push(id)
    }
    if (read.length > 0) readBy.set(userId, read)
  }
  return readBy
}

/** The flag bits of a message for somebody who is or is not subscribed to its new channel, and was or was not then. */
function settled(bits: number, isSubscribed: boolean, isReceived: boolean): number {
  const kept = (isSubscribed ? bits : bits & ~flagBits.unread) & ~flagBits.historical
  return kept === 0 || isReceived ? kept : kept | flagBits.historical
}

/** Carries people's choices for a topic over to where all of it goes; emits its own events. */
export function settleChoices(tx: Transaction, move: Move): void {
  const { from, to } = move
  if (!move.isWholeTopic) return
  moveTopicChoices(tx, {
    from: { channelId: from.id, topic: move.topicBefore },
    to: { channelId: to.id, topic: move.topicAfter },
    isMerge: move.isMerge,
    maySee: (user) => historyAccess(tx.organization, user, to) !== 'nothing',
  })
}

/** Notes which messages are the oldest of the channels that some went from and came to; emits its own events. */
export function settleOldest(tx: Transaction, { from, to }: Pick<Move, 'from' | 'to'>): void {
  if (from === to) return
  for (const { id } of [from, to])
    noteOldestMessage(tx, id, oldestMessageId(tx, openChannelConversation(tx, id)))
}
