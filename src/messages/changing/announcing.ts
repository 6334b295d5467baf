// Telling people what has changed in the messages they see.
import { canSeeChannel } from '../../channels/access'
import type { Channel } from '../../channels/repository'
import { emit } from '../../events/event'
import type { Transaction } from '../../organization/writer'
import { directory } from '../../users/repository'
import { isReceived } from '../access'
import { conversation } from '../conversations'
import { wireFlags } from '../flags'
import { earlierReceiverIds, receiverIds } from '../receivers-repository'
import { messageById, type StoredMessage } from '../repository'
import { emitDeletion, updateMessageEvent, type UpdateNotice } from './change-events'
import { stateHolderIds, statesOf } from './changes-repository'
import { lost, sightGroups, type SightGroup } from './sight'

/**
 * Tells a group what has changed in what they see: an update of what they can read, the end of what they can't.
 * @param message the one that somebody changed, in the topic where it was; others went with it, or follow.
 */
export function announce(
  tx: Transaction,
  message: Pick<StoredMessage, 'id' | 'topic'>,
  notice: UpdateNotice,
  group: SightGroup,
): void {
  const { organization } = tx
  const { channel } = notice
  const place = channel && { channelId: channel.id, topic: message.topic }
  emitDeletion(tx, { userIds: group.userIds, messageIds: lost(group), place })
  const [first] = group.after
  if (first === undefined) return
  const messageId = group.after.includes(message.id) ? message.id : first
  const shown = messageById(tx, messageId)
  if (!shown) return
  const states = statesOf(tx, messageId)
  const person = (userId: number) => directory(organization).byId.get(userId)
  const flagsOf = (userId: number) =>
    wireFlags(states.get(userId) ?? 0, isReceived(organization, person(userId), shown))
  const told = messageId === message.id ? notice : { ...notice, text: undefined }
  if (!told.text && !told.move) return
  // Whoever could not read the messages before may not know the channel they come from.
  const { knowing = [], others = [] } = Object.groupBy(group.userIds, (userId) =>
    !channel || canSeeChannel(organization, person(userId), channel) ? 'knowing' : 'others',
  )
  const knowsTopic = group.before.length > 0
  const audience = { messageIds: group.after, messageId, flagsOf, knowsTopic }
  emit(tx, updateMessageEvent(organization, told, { ...audience, userIds: knowing, knowsChannel: true }))
  emit(tx, updateMessageEvent(organization, told, { ...audience, userIds: others, knowsChannel: false }))
}

/** Who can read a message that stays where it is. @param channel undefined for direct messages. */
export function readersOf(
  tx: Transaction,
  message: Pick<StoredMessage, 'id' | 'senderId' | 'conversationId'>,
  channel: Channel | undefined,
): readonly SightGroup[] {
  const ids = [message.id]
  if (!channel) {
    const userIds = conversation(tx.organization, message.conversationId).memberIds
    return [{ userIds, before: ids, after: ids }]
  }
  const people = [
    ...receiverIds(tx, channel.id, message.id, message.id),
    ...earlierReceiverIds(tx, ids),
    ...stateHolderIds(tx, ids),
    message.senderId,
  ]
  return sightGroups(tx.organization, people, ids, channel, channel)
}
