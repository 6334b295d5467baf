// What follows for people when messages have moved: who sees them now, what they say to whom, choices for the topic.
import { earlierReceiverIds, receiverIds } from '../receivers-repository'
import { noteOldestMessage } from '../activity/channel-activity'
import { historyAccess } from '../../channels/access'
import { subscriberIdsOf, subscriptionsOf } from '../../channels/repository'
import type { Transaction } from '../../organization/writer'
import { moveTopicChoices } from '../../user-topics/moves'
import { directory, type User } from '../../users/repository'
import { isReceived } from '../access'
import {
  deleteStates,
  isSpelledOtherwise,
  oldestMessageId,
  stateHolderIds,
  storeState,
  updatePlace,
} from './changes-repository'
import { openChannelConversation } from '../conversations'
import { flagBits } from '../flags'
import type { Move } from './moving'
import { flagsOfMany, topicExists, type StoredMessage } from '../repository'
import { lost, readable, sightGroups, type SightGroup } from './sight'
import { topicKey } from '../../channels/topics'

/** What a move did. */
export interface Moved {
  /** Who could and can read them. */
  groups: readonly SightGroup[]
  /** Nothing is left in the old topic. */
  isWholeTopic: boolean
  /** The new topic had messages before. */
  isMerge: boolean
  /** The topic of some is spelled in another way now: clients are to be told how. */
  isRespelled: boolean
  /** Read from now on, for people who do not get messages where they went: message IDs by user ID. */
  readBy: ReadonlyMap<number, readonly number[]>
}

/** Makes the move in the tables. @param movedAt UNIX seconds. */
export function moveMessages(
  tx: Transaction,
  mover: User,
  message: StoredMessage,
  move: Move,
  movedAt: number,
): Moved {
  const { organization } = tx
  const { from, to, messageIds } = move
  const conversationId = from === to ? message.conversationId : openChannelConversation(tx, to.id)
  const place = {
    conversationId,
    channelId: to.id,
    topic: move.topicAfter,
    topicKey: topicKey(move.topicAfter),
  }
  const isMerge = topicExists(tx, to.id, place.topicKey)
  const isRespelled = isSpelledOtherwise(tx, messageIds, move.topicAfter)
  updatePlace(tx, messageIds, place, move.isResolving ? null : movedAt)
  const holderIds = stateHolderIds(tx, messageIds)
  const people = [
    ...receiverIds(tx, from.id, messageIds[0] ?? 0, messageIds.at(-1) ?? 0),
    ...earlierReceiverIds(tx, messageIds),
    ...subscriberIdsOf(organization, from.id),
    ...(from === to ? [] : subscriberIdsOf(organization, to.id)),
    ...holderIds,
    mover.id,
  ]
  return {
    groups: sightGroups(organization, people, messageIds, from, to),
    isWholeTopic: !topicExists(tx, from.id, topicKey(move.topicBefore)),
    isMerge,
    isRespelled,
    readBy: from === to ? new Map() : settleStates(tx, holderIds, move, conversationId),
  }
}

/**
 * Brings what messages say to people in line with the channel they have come to: nothing to those who can't read it, no
 * unread messages to those who are not subscribed. @returns what is read now that was not, by user ID.
 */
export function settleStates(
  tx: Transaction,
  holderIds: readonly number[],
  { to, messageIds }: Pick<Move, 'to' | 'messageIds'>,
  conversationId: number,
): Map<number, number[]> {
  const { organization } = tx
  const readBy = new Map<number, number[]>()
  for (const userId of holderIds) {
    const kept = readable(organization, userId, messageIds, to)
    const gone = lost({ before: messageIds, after: kept })
    if (gone.length > 0) deleteStates(tx, userId, gone)
    const person = directory(organization).byId.get(userId)
    const isTheirs = (id: number) =>
      isReceived(organization, person, { id, conversationId, channelId: to.id })
    const isSubscribed = subscriptionsOf(organization, userId).get(to.id)?.isActive === true
    // For those who got the one channel and get the other, which are many, all stays as it is.
    if (isSubscribed && kept.every(isTheirs)) continue
    const read: number[] = []
    for (const [id, bits] of flagsOfMany(tx, userId, kept)) {
      const now = settled(bits, isSubscribed, isTheirs(id))
      if (now === bits) continue
      storeState(tx, userId, id, now)
      if ((bits & ~now & flagBits.unread) !== 0) read.push(id)
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

/** What else hangs on where the messages are; emits its own events. */
export function settleTopic(tx: Transaction, message: StoredMessage, move: Move, moved: Moved): void {
  const { organization } = tx
  const { from, to } = move
  if (moved.isWholeTopic) {
    moveTopicChoices(tx, {
      from: { channelId: from.id, topic: move.topicBefore },
      to: { channelId: to.id, topic: move.topicAfter },
      isMerge: moved.isMerge,
      maySee: (user) => historyAccess(organization, user, to) !== 'nothing',
    })
  }
  if (from === to) return
  noteOldestMessage(tx, from.id, oldestMessageId(tx, message.conversationId))
  noteOldestMessage(tx, to.id, oldestMessageId(tx, openChannelConversation(tx, to.id)))
}
