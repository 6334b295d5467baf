// What the notification bot writes into topics whose messages have moved, or that were resolved.
import type { Channel } from '../../../channels/repository'
import { topicUrl } from '../../../markdown/narrow-url'
import type { Transaction } from '../../../organization/writer'
import { settingsOf } from '../../../user-settings/repository'
import { choicesFor, visibility, type UserTopic } from '../../../user-topics/repository'
import type { Move } from './moving'
import { sendChannelNotice } from '../../sending/notices'
import { emptyTopicDisplayName, isResolved, topicKey } from '../../../channels/topics'

/** What notices tell of a move, and which of them the mover wants. */
export interface MoveNotices {
  readonly move: Omit<Move, 'part'>
  readonly moverId: number
  /** How many messages moved; of no interest where it was a whole topic. */
  readonly count: number
  readonly tellOldTopic: boolean
  readonly tellNewTopic: boolean
}

/** Writes the notices of a move. Resolving a topic is always told, moving as the mover wants. */
export function sendMoveNotices(tx: Transaction, notices: MoveNotices): void {
  const { move, moverId } = notices
  const { from, to, topicBefore, topicAfter } = move
  const who = `@_**|${moverId}**`
  if (move.isResolving) {
    const state = isResolved(topicAfter) ? 'resolved' : 'unresolved'
    const choices = choicesFor(tx.organization, to.id, topicKey(topicAfter))
    const isOwnOrRead = (userId: number) => userId === moverId || readsAlone(tx, userId, choices)
    return sendChannelNotice(tx, to.id, topicAfter, `${who} has marked this topic as ${state}.`, isOwnOrRead)
  }
  const isOwn = (userId: number) => userId === moverId
  const what = move.isWholeTopic ? undefined : notices.count
  // Not all who read the one channel may know of the other.
  const isToldOf = (other: Channel) => from === to || !other.isPrivate
  if (notices.tellNewTopic) {
    const whence = isToldOf(from) ? ` from ${linkTo(from, topicBefore)}` : ''
    sendChannelNotice(tx, to.id, topicAfter, `${moved(what)} here${whence} by ${who}.`, isOwn)
  }
  if (notices.tellOldTopic) {
    const where = what === undefined ? '' : ' from this topic'
    const whither = isToldOf(to) ? linkTo(to, topicAfter) : 'another channel'
    sendChannelNotice(tx, from.id, topicBefore, `${moved(what)}${where} to ${whither} by ${who}.`, isOwn)
  }
}

/** @param count of messages; undefined for a whole topic. */
function moved(count: number | undefined): string {
  if (count === undefined) return 'This topic was moved'
  return count === 1 ? 'A message was moved' : `${count} messages were moved`
}

/**
 * Whether the person has set that notices of resolving are read without them.
 * @param choices everybody's for the topic, by user ID
 */
function readsAlone(tx: Transaction, userId: number, choices: ReadonlyMap<number, UserTopic>): boolean {
  const policy = settingsOf(tx.organization, userId).resolved_topic_notice_auto_read_policy
  if (policy !== 'except_followed') return policy === 'always'
  return choices.get(userId)?.visibility !== visibility.followed
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
