// Editing a message: its text, its topic, its channel, and whom that tells (contract 2.2; reference: update-message).
import { earlierReceiverIds, receiverIds } from '../receivers-repository'
import { canSeeChannel } from '../../channels/access'
import { channelDirectory, type Channel } from '../../channels/repository'
import { emit } from '../../events/event'
import { withBit } from '../../message-flags/repository'
import { flagAddedEvent } from '../../message-flags/wire'
import { ApiError, badRequest, invalidParameter } from '../../http/errors'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { directory, type User } from '../../users/repository'
import { isReceived, readableMessage } from '../access'
import { emitDeletion, updateMessageEvent, type UpdateNotice } from './change-events'
import { insertEdits, stateHolderIds, statesOf } from './changes-repository'
import { conversation } from '../conversations'
import { resolvedTopic } from './editing-rights'
import { checkedText, editText, type NewText } from './editing-text'
import { flagBits, wireFlags } from '../flags'
import { sendMoveNotices } from './move-notices'
import { moveMessages, settleTopic, type Moved } from './moved'
import { checkedMove, type Move, type Wish } from './moving'
import { messageById, type StoredMessage } from '../repository'
import { lost, sightGroups, type SightGroup } from './sight'
import { checkedTopic } from '../../channels/topics'

/** What a client wants changed; undefined stays as it is. */
export interface EditRequest extends Wish {
  content: string | undefined
  /** In hexadecimal: what the client took the present text to be. */
  previousSha256: string | undefined
  tellOldTopic: boolean
  tellNewTopic: boolean
}

/** What is to change, as far as it is a change. */
interface Change {
  text: NewText | undefined
  move: Move | undefined
}

/**
 * Edits a message, and moves others with it if that is asked for.
 * @throws ApiError BAD_REQUEST saying why not, EXPECTATION_MISMATCH, STREAM_DOES_NOT_EXIST,
 *   REQUEST_VARIABLE_INVALID, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, the wildcard codes; then nothing has changed.
 */
export function editMessage(
  organization: Organization,
  caller: User,
  messageId: number,
  request: EditRequest,
): Promise<void> {
  return organization.write((tx) => {
    const message = readableMessage(organization, caller, messageId)
    const channel = channelOf(organization, message)
    const change = checkedChange(organization, caller, message, channel, request)
    if (!change) return
    const moved = perform(tx, caller, message, channel, change)
    if (!change.move || !moved) return
    settleTopic(tx, message, change.move, moved)
    sendMoveNotices(tx, caller, change.move, { ...request, isWholeTopic: moved.isWholeTopic })
  })
}

function channelOf(organization: Organization, { channelId }: StoredMessage): Channel | undefined {
  return channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
}

/** Undefined where none is asked for. */
function checkedChange(
  organization: Organization,
  caller: User,
  message: StoredMessage,
  channel: Channel | undefined,
  request: EditRequest,
): Change | undefined {
  const { content, previousSha256, channelId, mode } = request
  const isMove = request.topic !== undefined || channelId !== undefined
  if (previousSha256 !== undefined && previousSha256.toLowerCase() !== sha256(message.content)) {
    throw new ApiError('EXPECTATION_MISMATCH', "'prev_content_sha256' does not match the present content", {})
  }
  if (content !== undefined && channelId !== undefined) {
    throw badRequest("'content' and 'stream_id' cannot be changed at the same time")
  }
  if (!isMove && mode !== 'change_one') {
    throw invalidParameter(
      'propagate_mode',
      "propagate_mode must be 'change_one' when only content is edited",
    )
  }
  if (content === undefined && !isMove) return undefined
  if (isMove && !channel) throw badRequest('Direct messages have no topic and cannot be moved to a channel')
  const text =
    content === undefined ? undefined : checkedText(organization, caller, message, channel, content)
  const wish = { channelId, mode, topic: wantedTopic(message, request.topic) }
  const move = isMove && channel ? checkedMove(organization, caller, message, channel, wish) : undefined
  if (!text && !move) throw badRequest('Nothing to change')
  return { text, move }
}

function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}

/** The topic as it would be stored; that of a resolved topic is cut rather than refused, so that each can be resolved. */
function wantedTopic(message: StoredMessage, topic: string | undefined): string | undefined {
  if (topic === undefined) return undefined
  return topic.trim() === `✔ ${message.topic}` ? resolvedTopic(message.topic) : checkedTopic(topic)
}

/** Writes the change and tells everybody who can read the messages, or could. */
function perform(
  tx: Transaction,
  caller: User,
  message: StoredMessage,
  channel: Channel | undefined,
  { text, move }: Change,
): Moved | undefined {
  const editedAt = seconds(tx.organization.clock)
  if (text) editText(tx, caller, message, channel, text, editedAt)
  const moved = move && moveMessages(tx, caller, message, move, editedAt)
  noteEdits(tx, caller, message, { text, move }, editedAt)
  const groups = moved?.groups ?? readersOf(tx, caller, message, channel)
  const told = move && moved?.isRespelled ? { ...move, newTopic: move.topicAfter } : move
  const notice = noticeOf(caller, message, channel, { text, move: told }, editedAt)
  for (const group of groups) announce(tx, message, notice, group)
  for (const [userId, ids] of moved?.readBy ?? []) emit(tx, flagAddedEvent(userId, 'read', ids))
  for (const group of moved?.groups ?? []) tellOfStars(tx, group)
  return moved
}

/** Stars count for messages one can read: those of a group that have come into their sight with the move. */
function tellOfStars(tx: Transaction, { userIds, before, after }: SightGroup): void {
  const found = lost({ before: after, after: before })
  if (found.length === 0) return
  for (const userId of userIds) {
    const starred = withBit(tx, userId, found, flagBits.starred)
    if (starred.length > 0) emit(tx, flagAddedEvent(userId, 'starred', starred))
  }
}

function noteEdits(
  tx: Transaction,
  caller: User,
  message: StoredMessage,
  { text, move }: Change,
  editedAt: number,
): void {
  const isNewTopic = move !== undefined && move.topicAfter !== move.topicBefore
  const isNewChannel = move !== undefined && move.from !== move.to
  const edit = {
    userId: caller.id,
    editedAt,
    previousContent: null,
    previousRenderedContent: null,
    previousTopic: isNewTopic ? move.topicBefore : null,
    topic: isNewTopic ? move.topicAfter : null,
    previousChannelId: isNewChannel ? move.from.id : null,
    channelId: isNewChannel ? move.to.id : null,
  }
  const previous = { previousContent: message.content, previousRenderedContent: message.renderedContent }
  insertEdits(tx, [message.id], text ? { ...edit, ...previous } : edit)
  const others = move?.messageIds.filter((id) => id !== message.id) ?? []
  insertEdits(tx, others, edit)
}

/** Who can read a message that stays where it is. */
function readersOf(
  tx: Transaction,
  caller: User,
  message: StoredMessage,
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
    caller.id,
  ]
  return sightGroups(tx.organization, people, ids, channel, channel)
}

function noticeOf(
  caller: User,
  message: StoredMessage,
  channel: Channel | undefined,
  { text, move }: Change,
  editedAt: number,
): UpdateNotice {
  const after = text && {
    content: text.content,
    renderedContent: text.rendered.html,
    isMeMessage: text.rendered.isMeMessage,
  }
  return {
    editorId: caller.id,
    editedAt,
    channel,
    text: after && { before: message, after },
    move: move && {
      mode: move.mode,
      topicBefore: move.topicBefore,
      topicAfter: move.newTopic,
      newChannelId: move.from === move.to ? undefined : move.to.id,
    },
  }
}

/** Tells a group what has changed in what they see: an update of what they can read, the end of what they can't. */
function announce(tx: Transaction, message: StoredMessage, notice: UpdateNotice, group: SightGroup): void {
  const { organization } = tx
  const { channel } = notice
  const place = channel && { channelId: channel.id, topic: message.topic }
  emitDeletion(tx, { userIds: group.userIds, messageIds: lost(group), place })
  const [first] = group.after
  if (first === undefined) return
  const messageId = group.after.includes(message.id) ? message.id : first
  const shown = messageById(tx, messageId) ?? message
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
  const audience = { messageIds: group.after, messageId, flagsOf }
  emit(tx, updateMessageEvent(organization, told, { ...audience, userIds: knowing, knowsChannel: true }))
  emit(tx, updateMessageEvent(organization, told, { ...audience, userIds: others, knowsChannel: false }))
}
