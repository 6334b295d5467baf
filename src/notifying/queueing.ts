// What follows of a message for people who are away: queued in the write that sends or edits it, if it can tell anybody.
import { Type, type Static } from '@sinclair/typebox'
import { topicKey } from '../channels/topics'
import { enqueue } from '../jobs/queueing'
import type { Rendered } from '../markdown/render'
import type { StoredMessage } from '../messages/repository'
import { deciding, type Mentions } from '../notifications/deciding'
import { channelListeners } from '../notifications/repository'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { choicesFor, visibility } from '../user-topics/repository'
import { hasWay, reachable } from './ways'

/** Tells people of a message, a few at a time; how is said in `telling.ts`. */
export const notify = {
  name: 'notify',
  payload: Type.Object({
    messageId: Type.Integer(),
    /** Whom it mentions by name, and which groups. */
    mentionedUserIds: Type.Array(Type.Integer()),
    mentionedGroupIds: Type.Array(Type.Integer()),
    /** Who is told if they are to be; null for all to whom it was sent. */
    only: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
    /** People with IDs up to this one have been told. */
    after: Type.Integer(),
  }),
}

export type Notifying = Static<typeof notify.payload>

/** More people than this are not asked about by the write that sends a message: the job does. */
const mostAsked = 30

/** A message that people may have to be told of. */
interface News {
  readonly message: StoredMessage
  readonly rendered: Pick<
    Rendered,
    'mentionedUserIds' | 'mentionedGroupIds' | 'channelWildcard' | 'topicWildcard'
  >
  /** Of each person to whom it was sent. */
  bitsOf(userId: number): number
}

/** Queues that people are told of a new message, if any of them has to be: most messages need no job. */
export function queueNotifying(tx: Transaction, news: News, recipientIds: readonly number[]): void {
  if (!hasWay(tx.organization)) return
  if (isToldToAny(tx.organization, news, candidates(tx.organization, news, recipientIds)))
    queue(tx, news, null)
}

/** Queues that people are told of a message that mentions them since it was edited. */
export function queueNotifyingOfEdit(
  tx: Transaction,
  news: News,
  newlyMentionedIds: readonly number[],
): void {
  if (!hasWay(tx.organization) || !isToldToAny(tx.organization, news, newlyMentionedIds)) return
  queue(tx, news, [...newlyMentionedIds])
}

function queue(tx: Transaction, { message, rendered }: News, only: number[] | null): void {
  enqueue(tx, notify, {
    messageId: message.id,
    mentionedUserIds: [...rendered.mentionedUserIds],
    mentionedGroupIds: [...rendered.mentionedGroupIds],
    only,
    after: 0,
  })
}

/** The people who may have to be told; in most channels few have asked to hear of everything, or follow the topic. */
function* candidates(
  organization: Organization,
  { message: { channelId, topic }, rendered }: News,
  recipientIds: readonly number[],
): Iterable<number> {
  const isForMany =
    rendered.channelWildcard || rendered.topicWildcard || rendered.mentionedGroupIds.length > 0
  if (channelId === null || isForMany) return yield* recipientIds
  yield* rendered.mentionedUserIds
  yield* channelListeners(organization, channelId)
  for (const [userId, choice] of choicesFor(organization, channelId, topicKey(topic))) {
    if (choice.visibility === visibility.followed) yield userId
  }
}

/** Whether somebody of them is to be told by a way that they have, or there are too many to ask about each. */
function isToldToAny(
  organization: Organization,
  { message, rendered, bitsOf }: News,
  userIds: Iterable<number>,
) {
  const decide = deciding(organization, message, mentionsOf(rendered))
  let asked = 0
  for (const userId of userIds) {
    const ways = reachable(organization, userId)
    if (!ways.push && !ways.mail) continue
    if (++asked > mostAsked) return true
    const { push, mail } = decide(userId, bitsOf(userId))
    if ((ways.push && push !== null) || (ways.mail && mail !== null)) return true
  }
  return false
}

function mentionsOf({ mentionedUserIds, mentionedGroupIds }: News['rendered']): Mentions {
  return { userIds: new Set(mentionedUserIds), groupIds: mentionedGroupIds }
}
