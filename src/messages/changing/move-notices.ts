// What the notification bot writes into topics whose messages have moved, or that were resolved.
import type { Channel } from '../../channels/repository'
import { topicUrl } from '../../markdown/narrow-url'
import type { Transaction } from '../../organization/writer'
import { settingsOf } from '../../user-settings/repository'
import { visibility } from '../../user-topics/repository'
import { topicVisibility } from '../../user-topics/visibility'
import type { User } from '../../users/repository'
import type { Move } from './moving'
import { sendChannelNotice } from '../sending/notices'
import { emptyTopicDisplayName, isResolved, topicKey } from '../../channels/topics'

/** Which notices the mover wants, and what is known of the move. */
export interface NoticeRequest {
  tellOldTopic: boolean
  tellNewTopic: boolean
  /** Nothing was left in the old topic. */
  isWholeTopic: boolean
}

/** Writes the notices of a move. Resolving a topic is always told, moving as the mover wants. */
export function sendMoveNotices(tx: Transaction, mover: User, move: Move, request: NoticeRequest): void {
  const { from, to, topicBefore, topicAfter } = move
  const who = `@_**|${mover.id}**`
  if (move.isResolving) {
    const state = isResolved(topicAfter) ? 'resolved' : 'unresolved'
    const isOwnOrRead = (userId: number) => userId === mover.id || readsAlone(tx, userId, to, topicAfter)
    return sendChannelNotice(tx, to.id, topicAfter, `${who} has marked this topic as ${state}.`, isOwnOrRead)
  }
  const isOwn = (userId: number) => userId === mover.id
  const what = request.isWholeTopic ? undefined : move.messageIds.length
  if (request.tellNewTopic) {
    sendChannelNotice(
      tx,
      to.id,
      topicAfter,
      `${moved(what)} here from ${linkTo(from, topicBefore)} by ${who}.`,
      isOwn,
    )
  }
  if (request.tellOldTopic) {
    const where = what === undefined ? '' : ' from this topic'
    sendChannelNotice(
      tx,
      from.id,
      topicBefore,
      `${moved(what)}${where} to ${linkTo(to, topicAfter)} by ${who}.`,
      isOwn,
    )
  }
}

/** @param count of messages; undefined for a whole topic. */
function moved(count: number | undefined): string {
  if (count === undefined) return 'This topic was moved'
  return count === 1 ? 'A message was moved' : `${count} messages were moved`
}

/** Whether the person has set that notices of resolving are read without them. */
function readsAlone(tx: Transaction, userId: number, channel: Channel, topic: string): boolean {
  const policy = settingsOf(tx.organization, userId).resolved_topic_notice_auto_read_policy
  if (policy !== 'except_followed') return policy === 'always'
  return topicVisibility(tx.organization, userId, channel.id, topicKey(topic)) !== visibility.followed
}

/** A link; written out where a name holds what the short form gives a meaning to. */
function linkTo(channel: Channel, topic: string): string {
  const shown = topic === '' ? emptyTopicDisplayName : topic
  const isSimple = !/[>*`\n]/.test(channel.name) && !/[*`\n]|@\d+$/.test(topic)
  if (isSimple) return `#**${channel.name}>${shown}**`
  return `[${asText(`#${channel.name} > ${shown}`)}](${topicUrl(channel, topic)})`
}

/** Markdown that shows just this text. */
function asText(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s]/gu, (character) => `&#${character.codePointAt(0)};`)
}
