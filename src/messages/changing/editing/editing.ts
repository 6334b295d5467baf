// Editing a message: its text, its topic, its channel, and whom that tells (contract 2.2; reference: update-message).
import type { Attachment } from '../../../attachments/repository'
import { changesBetween, record } from '../../../audit-log/recording'
import { channelDirectory, type Channel } from '../../../channels/repository'
import { checkedTopic } from '../../../channels/topics'
import { ApiError, badRequest, invalidParameter } from '../../../http/errors'
import { untilDone } from '../../../jobs/waiting'
import { seconds } from '../../../organization/clock'
import type { Organization } from '../../../organization/organization'
import type { Transaction } from '../../../organization/writer'
import type { User } from '../../../users/repository'
import { readableMessage } from '../../access'
import type { StoredMessage } from '../../repository'
import { announce, readersOf } from '../announcing'
import type { TextEdit } from '../change-events'
import { insertEdits } from '../changes-repository'
import { resolvedTopic } from '../editing-rights'
import { checkedText, editText, type NewText } from './editing-text'
import { checkedMove, type Move, type Wish } from '../moving/moving'
import { beginMove, topicsOf } from '../moving/topic-moves'
import { assertAtRest, onceAtRest } from '../moving/topics-at-rest'

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
 * Edits a message, and moves others with it if that is asked for. Of a big topic the rest follows in the background; this
 * waits for it if that does not take too long.
 * @returns the caller's files to which nothing links any more
 * @throws ApiError BAD_REQUEST saying why not, EXPECTATION_MISMATCH, STREAM_DOES_NOT_EXIST,
 *   REQUEST_VARIABLE_INVALID, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, the wildcard codes; then nothing has changed.
 */
export async function editMessage(
  organization: Organization,
  caller: User,
  messageId: number,
  request: EditRequest,
): Promise<readonly Attachment[]> {
  const { rest, detached } = await onceAtRest(organization, (tx) => {
    const message = readableMessage(organization, caller, messageId)
    const channel = channelOf(organization, message)
    const change = checkedChange(organization, caller, message, channel, request)
    if (!change) return { rest: undefined, detached: [] }
    const { text, move } = change
    if (move && (move.mode !== 'change_one' || move.isWholeTopic)) assertAtRest(tx, topicsOf(move))
    const edited = text && { before: message, after: newText(text) }
    const editedAt = seconds(organization.clock)
    if (move && message.senderId !== caller.id) recordMove(tx, message, move)
    const unlinked = text ? editText(tx, caller, message, channel, text, editedAt) : []
    const detached = unlinked.filter(({ ownerId }) => ownerId === caller.id)
    if (!move) tellOfText(tx, caller, message, channel, edited, editedAt)
    if (!move) return { rest: undefined, detached }
    const { tellOldTopic, tellNewTopic } = request
    const order = { move, moverId: caller.id, messageId, movedAt: editedAt, tellOldTopic, tellNewTopic }
    return { rest: beginMove(tx, order, edited), detached }
  })
  if (rest !== undefined) await untilDone(organization, rest, organization.rules.longestWaitMilliseconds)
  return detached
}

/** Of the messages that others have written, only the place can be changed. */
function recordMove(tx: Transaction, { id, senderId }: StoredMessage, move: Move): void {
  const { from, to, topicBefore, topicAfter, mode } = move
  const places = [
    { channelId: from.id, topic: topicBefore },
    { channelId: to.id, topic: topicAfter },
  ] as const
  const changes = {
    ...changesBetween(...places, ['channelId', 'topic']),
    propagate_mode: { old: null, new: mode },
  }
  record(tx, 'message.moved', { id, people: [senderId], changes })
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

function newText({ content, rendered }: NewText) {
  return { content, renderedContent: rendered.html, isMeMessage: rendered.isMeMessage }
}

/** Notes the edit of a text, and tells everybody who can read it. */
function tellOfText(
  tx: Transaction,
  caller: User,
  message: StoredMessage,
  channel: Channel | undefined,
  text: TextEdit | undefined,
  editedAt: number,
): void {
  insertEdits(tx, [message.id], {
    userId: caller.id,
    editedAt,
    previousContent: message.content,
    previousRenderedContent: message.renderedContent,
  })
  const notice = { editorId: caller.id, editedAt, channel, text, move: undefined }
  for (const group of readersOf(tx, message, channel)) announce(tx, message, notice, group)
}
