// What follows for people when messages have moved: who sees them now, what they say to whom, choices for the topic.
import { earlierReceiverIds, periodsOver, receiverIds } from '../../receivers-repository'
import { noteOldestMessage } from '../../activity/channel-activity'
import { historyAccess, includes, isWithin, subscribedAmong } from '../../../channels/access'
import { subscriberIdsOf, type Channel, type Period } from '../../../channels/repository'
import type { Transaction } from '../../../organization/writer'
import { moveTopicChoices, type ChoicesLeft } from '../../../user-topics/moves'
import { directory, type User } from '../../../users/repository'
import {
  isSpelledOtherwise,
  oldestMessageId,
  stateHolderIds,
  statesOfMany,
  storeStates,
  updatePlace,
  type StoredState,
} from '../changes-repository'
import { openChannelConversation } from '../../conversations'
import { flagBits } from '../../flags'
import { takeBackFrom } from '../../../notifying/taking-back'
import { isAnyPushed } from '../../../push/repository'
import { keepReceived } from './kept'
import type { Move } from './moving'
import { sightGroups, type SightGroup } from '../sight'
import { topicKey } from '../../../channels/topics'

/** What one step of a move did. */
export interface Moved {
  /** Who could and can read them. */
  groups: readonly SightGroup[]
  /** The topic of some is spelled in another way now: clients are to be told how. */
  isRespelled: boolean
  /** For people who do not get messages where they went. */
  readNow: readonly ReadNow[]
}

/** What these people have unread no more. */
interface ReadNow {
  readonly userIds: readonly number[]
  /** Ascending. */
  readonly messageIds: readonly number[]
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
    readNow: from === to ? [] : settleStates(tx, messageIds, to),
  }
}

/**
 * Brings what messages say to people in line with the channel they have come to: nothing to those who can't read it, no
 * unread messages to those who are not subscribed. They may be thousands: what it takes is looked up once, and written by
 * one statement. @returns what is read now that was not.
 */
export function settleStates(tx: Transaction, messageIds: readonly number[], to: Channel): ReadNow[] {
  const { organization } = tx
  const { byId } = directory(organization)
  const isIn = subscribedAmong(organization, to)
  const received = receivedIn(tx, to, messageIds)
  const isPushed = isAnyPushed(tx, messageIds)
  const changed: StoredState[] = []
  const read = new Map<string, { userIds: number[]; messageIds: readonly number[] }>()
  for (const [userId, states] of Map.groupBy(statesOfMany(tx, messageIds), (state) => state.userId)) {
    const person = byId.get(userId)
    const access = person?.isActive ? historyAccess(organization, person, to, isIn) : 'nothing'
    const isSubscribed = person !== undefined && isIn(person)
    const readNow: number[] = []
    const gone: number[] = []
    for (const { messageId, flags } of states) {
      const isRead = includes(access, messageId)
      if (!isRead) gone.push(messageId)
      const now = isRead ? settled(flags, isSubscribed, () => isWithin(received(userId), messageId)) : 0
      if (now === flags) continue
      changed.push({ userId, messageId, flags: now })
      if (isRead && (flags & ~now & flagBits.unread) !== 0) readNow.push(messageId)
    }
    if (isPushed) takeBackFrom(tx, userId, [...gone, ...readNow])
    if (readNow.length === 0) continue
    const alike = read.get(readNow.join())
    if (alike) alike.userIds.push(userId)
    else read.set(readNow.join(), { userIds: [userId], messageIds: readNow })
  }
  storeStates(tx, changed)
  return [...read.values()]
}

/** When people were subscribed to the channel, by user ID, as far as it can be of these messages. */
function receivedIn(
  tx: Transaction,
  { id }: Channel,
  messageIds: readonly number[],
): (userId: number) => readonly Period[] {
  let byUser: Map<number, Period[]> | undefined
  return (userId) => {
    byUser ??= Map.groupBy(
      periodsOver(tx, id, messageIds[0] ?? 0, messageIds.at(-1) ?? 0),
      (period) => period.userId,
    )
    return byUser.get(userId) ?? []
  }
}

/** The flag bits of a message for somebody who is or is not subscribed to its new channel, and was or was not then. */
function settled(bits: number, isSubscribed: boolean, isReceived: () => boolean): number {
  const kept = (isSubscribed ? bits : bits & ~flagBits.unread) & ~flagBits.historical
  return kept === 0 || isReceived() ? kept : kept | flagBits.historical
}

/**
 * Carries people's choices for a topic over to where all of it goes, as many as one step takes on; emits its own events.
 * @param left what an earlier step has left. @returns what is left for the next one; undefined if nothing is
 */
export function settleChoices(
  tx: Transaction,
  move: Omit<Move, 'part'>,
  left?: ChoicesLeft,
): ChoicesLeft | undefined {
  const { from, to } = move
  if (!move.isWholeTopic) return undefined
  const isIn = subscribedAmong(tx.organization, to)
  const choices = {
    from: { channelId: from.id, topic: move.topicBefore },
    to: { channelId: to.id, topic: move.topicAfter },
    isMerge: move.isMerge,
    maySee: (user: User) => historyAccess(tx.organization, user, to, isIn) !== 'nothing',
  }
  return moveTopicChoices(tx, choices, tx.organization.rules.choicesPerStep, left)
}

/** Notes which messages are the oldest of the channels that some went from and came to; emits its own events. */
export function settleOldest(tx: Transaction, { from, to }: Pick<Move, 'from' | 'to'>): void {
  if (from === to) return
  for (const { id } of [from, to])
    noteOldestMessage(tx, id, oldestMessageId(tx, openChannelConversation(tx, id)))
}
