// Moving messages: some in the write of the request, the rest of a big topic, or of one that many follow, step by step in a job.
import { Type, type Static } from '@sinclair/typebox'
import { channelDirectory, type Channel } from '../../../channels/repository'
import { topicKey } from '../../../channels/topics'
import { emit } from '../../../events/event'
import { GiveUp, jobKind } from '../../../jobs/kind'
import { enqueue } from '../../../jobs/queueing'
import { inSteps } from '../../../jobs/steps'
import { withBit } from '../../../message-flags/repository'
import { flagAddedEvent } from '../../../message-flags/wire'
import type { Organization } from '../../../organization/organization'
import type { Transaction } from '../../../organization/writer'
import { ChoicesLeft } from '../../../user-topics/moves'
import { flagBits } from '../../flags'
import { announce } from '../announcing'
import type { TextEdit } from '../change-events'
import { insertEdits, type TopicOf } from '../changes-repository'
import { sendMoveNotices, type MoveNotices } from './move-notices'
import { moveMessages, settleChoices, settleOldest } from './moved'
import type { Move } from './moving'
import { lost, type SightGroup } from '../sight'
import { countOf, nextStep, partWithout, TopicPart } from './topic-part'
import { topicJobs, Topics } from './topics-at-rest'

/** A move that somebody makes. */
export interface MoveOrder extends MoveNotices {
  readonly move: Move
  /** The message by which it was asked for. */
  readonly messageId: number
  /** UNIX seconds. */
  readonly movedAt: number
}

/** The topics that a move takes from and brings to. */
export function topicsOf({ part, to, topicAfter }: Pick<Move, 'part' | 'to' | 'topicAfter'>): TopicOf[] {
  const { channelId, topicKey: key } = part
  return [
    { channelId, topicKey: key },
    { channelId: to.id, topicKey: topicKey(topicAfter) },
  ]
}

const Payload = Type.Object({
  topics: Topics,
  moverId: Type.Integer(),
  messageId: Type.Integer(),
  movedAt: Type.Integer(),
  /** Of all that moves. */
  count: Type.Integer(),
  tellOldTopic: Type.Boolean(),
  tellNewTopic: Type.Boolean(),
  mode: Type.Union([Type.Literal('change_one'), Type.Literal('change_later'), Type.Literal('change_all')]),
  fromId: Type.Integer(),
  toId: Type.Integer(),
  newTopic: Type.Optional(Type.String()),
  topicBefore: Type.String(),
  topicAfter: Type.String(),
  isWholeTopic: Type.Boolean(),
  isMerge: Type.Boolean(),
  isResolving: Type.Boolean(),
  /** The messages that are left. */
  part: TopicPart,
  /** What is left of people's choices. */
  choices: Type.Optional(ChoicesLeft),
})
type Payload = Static<typeof Payload>

export const moveKind = jobKind({
  name: topicJobs.move,
  payload: Payload,
  concurrency: 1,
  timeoutSeconds: 3600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, moveOn),
})

/**
 * Moves what one write can, the message by which it was asked for among it. The caller has checked all.
 * @returns the job that moves the rest; undefined if there is none.
 */
export function beginMove(
  tx: Transaction,
  order: Omit<MoveOrder, 'count'>,
  edited?: TextEdit,
): number | undefined {
  const { move, messageId } = order
  const { ids, rest } = nextStep(tx, move.part, tx.organization.rules.messagesPerStep)
  const first = ids.includes(messageId) ? ids : [...ids, messageId].sort((a, b) => a - b)
  // Counted now, for the notice at the end.
  const whole = { ...order, count: move.isWholeTopic ? 0 : countOf(tx, move.part) }
  moveStep(tx, whole, first, edited)
  const choices = settleChoices(tx, move)
  if (rest || choices) {
    const left = rest ? partWithout(rest, messageId) : { ...move.part, stretches: [] }
    return enqueue(tx, moveKind, leaving(payloadOf(whole, left), choices))
  }
  sendMoveNotices(tx, whole)
  return undefined
}

function moveOn(tx: Transaction, payload: Payload): Payload | undefined {
  const order = orderOf(tx.organization, payload)
  if (payload.choices) return leaving(payload, settleChoices(tx, order.move, payload.choices))
  const { ids, rest } = nextStep(tx, payload.part, tx.organization.rules.messagesPerStep)
  if (ids.length > 0) moveStep(tx, order, ids)
  if (rest) return { ...payload, part: rest }
  sendMoveNotices(tx, order)
  return undefined
}

/** Moves some messages and tells everybody who can read them, or could. @param messageIds ascending. */
function moveStep(tx: Transaction, order: MoveOrder, messageIds: readonly number[], edited?: TextEdit): void {
  const { move, moverId, messageId, movedAt } = order
  const { from, to, mode, topicBefore } = move
  const { groups, isRespelled, readNow } = moveMessages(tx, moverId, move, messageIds, movedAt)
  noteEdits(tx, order, messageIds, edited)
  const notice = {
    editorId: moverId,
    editedAt: movedAt,
    channel: from,
    text: edited && { before: edited.before, after: edited.after },
    move: {
      mode,
      topicBefore,
      topicAfter: isRespelled ? move.topicAfter : move.newTopic,
      newChannelId: from === to ? undefined : to.id,
    },
  }
  for (const group of groups) announce(tx, { id: messageId, topic: topicBefore }, notice, group)
  for (const { userIds, messageIds: read } of readNow) emit(tx, flagAddedEvent(userIds, 'read', read))
  for (const group of groups) tellOfStars(tx, group)
  settleOldest(tx, move)
}

/** Stars count for messages one can read: those of a group that have come into their sight with the move. */
function tellOfStars(tx: Transaction, { userIds, before, after }: SightGroup): void {
  const found = lost({ before: after, after: before })
  if (found.length === 0) return
  for (const userId of userIds) {
    const starred = withBit(tx, userId, found, flagBits.starred)
    if (starred.length > 0) emit(tx, flagAddedEvent([userId], 'starred', starred))
  }
}

function noteEdits(
  tx: Transaction,
  { move, moverId, messageId, movedAt }: MoveOrder,
  messageIds: readonly number[],
  edited: TextEdit | undefined,
): void {
  const { from, to, topicBefore, topicAfter } = move
  const edit = {
    userId: moverId,
    editedAt: movedAt,
    ...(topicAfter === topicBefore ? {} : { previousTopic: topicBefore, topic: topicAfter }),
    ...(from === to ? {} : { previousChannelId: from.id, channelId: to.id }),
  }
  if (!edited) return insertEdits(tx, messageIds, edit)
  const { content, renderedContent } = edited.before
  insertEdits(tx, [messageId], {
    ...edit,
    previousContent: content,
    previousRenderedContent: renderedContent,
  })
  const others = messageIds.filter((id) => id !== messageId)
  insertEdits(tx, others, edit)
}

function payloadOf({ move, ...order }: MoveOrder, part: TopicPart): Payload {
  const { from, to, newTopic, part: _, ...rest } = move
  return {
    ...order,
    ...rest,
    topics: topicsOf(move),
    fromId: from.id,
    toId: to.id,
    ...(newTopic === undefined ? {} : { newTopic }),
    part,
  }
}

function leaving(payload: Payload, choices: ChoicesLeft | undefined): Payload {
  const { choices: _, ...rest } = payload
  return choices ? { ...rest, choices } : rest
}

/** @throws GiveUp if one of the channels was archived meanwhile: nothing goes there any more, or away from there. */
function orderOf(organization: Organization, payload: Payload): MoveOrder {
  const { fromId, toId, newTopic, ...rest } = payload
  const from = openChannel(organization, fromId)
  const to = fromId === toId ? from : openChannel(organization, toId)
  return { ...rest, move: { ...rest, from, to, newTopic } }
}

function openChannel(organization: Organization, id: number): Channel {
  const channel = channelDirectory(organization).byId.get(id)
  if (!channel || channel.isArchived)
    throw new GiveUp(`Channel ${channel?.name ?? id} was archived meanwhile`)
  return channel
}
