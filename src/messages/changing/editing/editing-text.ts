// Changing a message's text: what it says anew, whom it mentions now, whose alert words it holds (reference: update-message).
import { claimable, claimAnew } from '../../../attachments/claiming'
import type { Attachment } from '../../../attachments/repository'
import { receiverIds } from '../../receivers-repository'
import { checkedContent } from '../../content'
import { subscriberIdsOf, type Channel } from '../../../channels/repository'
import { badRequest } from '../../../http/errors'
import { isBlank } from '../../../http/visible-text'
import { queueLinkPreviews } from '../../../link-previews/previewing'
import { renderMarkdown, rendererVersion, type Rendered } from '../../../markdown/render'
import { queueNotifyingOfEdit } from '../../../notifying/queueing'
import type { Organization } from '../../../organization/organization'
import type { Transaction } from '../../../organization/writer'
import { notePeopleMentioned } from '../../../user-topics/automatic'
import type { User } from '../../../users/repository'
import { statesOf, storeState, updateContent } from '../changes-repository'
import { conversation } from '../../conversations'
import { assertMayEditContent } from '../editing-rights'
import { anyMention, flagBits } from '../../flags'
import { assertMayMention, firstFlags, type Reached } from '../../sending/mentions'
import { renderContext } from '../../rendering/render-context'
import { topicParticipants, type StoredMessage } from '../../repository'
import { topicKey } from '../../../channels/topics'

/** A text that a message may be given. */
export interface NewText {
  content: string
  rendered: Rendered
}

/** What stands in a message whose text was taken away. */
const noText = '(deleted)'

/**
 * Checks a new text for a message that the person can read.
 * @returns undefined if it is what the message says already.
 * @throws ApiError BAD_REQUEST saying why not, REQUEST_VARIABLE_INVALID, the wildcard codes.
 */
export function checkedText(
  organization: Organization,
  user: User,
  message: StoredMessage,
  channel: Channel | undefined,
  content: string,
): NewText | undefined {
  assertMayEditContent(organization, user, message)
  if (channel?.isArchived) throw badRequest(`Channel '${channel.name}' is archived`)
  const clean = checkedContent(isBlank(content) ? noText : content)
  if (clean === message.content) return undefined
  const rendered = renderMarkdown(clean, renderContext(organization, user))
  assertMayMention(organization, user, rendered, reachedNow(organization, message, channel, rendered))
  return { content: clean, rendered }
}

function reachedNow(
  organization: Organization,
  message: StoredMessage,
  channel: Channel | undefined,
  rendered: Rendered,
): Reached {
  if (!channel) {
    const recipientIds = conversation(organization, message.conversationId).memberIds
    return { recipientIds, participantIds: new Set(), isDirect: true }
  }
  return {
    recipientIds: subscriberIdsOf(organization, channel.id),
    participantIds: rendered.topicWildcard
      ? topicParticipants(organization.db, channel.id, topicKey(message.topic))
      : new Set(),
    isDirect: false,
  }
}

/** Gives a message its new text. @param editedAt UNIX seconds. @returns files to which nothing links any more. */
export function editText(
  tx: Transaction,
  sender: User,
  message: StoredMessage,
  channel: Channel | undefined,
  text: NewText,
  editedAt: number,
): Attachment[] {
  const { content, rendered } = text
  const files = claimable(tx.organization, sender, rendered.attachmentPaths)
  const columns = {
    content,
    renderedContent: rendered.html,
    rendererVersion,
    isMeMessage: rendered.isMeMessage,
    hasLink: rendered.hasLink,
    hasImage: rendered.hasImage,
    hasAttachment: files.length > 0,
  }
  updateContent(tx, message.id, columns, editedAt)
  queueLinkPreviews(tx, message.id, rendered)
  const anew = markAnew(tx, sender, message, channel, rendered)
  if (channel && anew.byName.length > 0) notePeopleMentioned(tx, anew.byName, channel, message.topic)
  const bitsOf = (userId: number) => anew.bits.get(userId) ?? 0
  queueNotifyingOfEdit(tx, { message, rendered, bitsOf }, [...anew.bits.keys()])
  return claimAnew(tx, message, files)
}

/** The flags that follow from the text. */
const textFlags = anyMention | flagBits.has_alert_word

/** Who is newly mentioned by an edit. */
interface NewlyMentioned {
  /** By name, or as one of a group. */
  byName: number[]
  /** In any way: their flags now. */
  bits: Map<number, number>
}

/** Sets and clears the flags that follow from the text; whether it is read stays. */
function markAnew(
  tx: Transaction,
  sender: User,
  message: StoredMessage,
  channel: Channel | undefined,
  rendered: Rendered,
): NewlyMentioned {
  const { organization } = tx
  const before = statesOf(tx, message.id)
  const reached = reachedNow(organization, message, channel, rendered)
  const receivers = channel ? receiverIds(tx, channel.id, message.id, message.id) : reached.recipientIds
  const recipientIds = [...new Set([...receivers, ...before.keys()])]
  const after = firstFlags(organization, sender, rendered, { ...reached, recipientIds }, true)
  const newly: NewlyMentioned = { byName: [], bits: new Map() }
  for (const userId of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(userId) ?? 0
    const bits = (old & ~textFlags) | ((after.get(userId) ?? 0) & textFlags)
    if (bits === old) continue
    storeState(tx, userId, message.id, bits)
    if ((bits & ~old & flagBits.mentioned) !== 0) newly.byName.push(userId)
    if ((bits & anyMention) !== 0 && (old & anyMention) === 0) newly.bits.set(userId, bits)
  }
  return newly
}
