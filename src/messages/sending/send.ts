// Sending a message: for a person over the API, and inside a transaction for scheduled messages and the server's own bots.
import { claimable, claimForMessage } from '../../attachments/claiming'
import { checkedContent } from '../content'
import { noteMessage } from '../activity/channel-activity'
import { emit } from '../../events/event'
import { queueEmbeddedBots } from '../../bots/embedded'
import { queueWebhooks } from '../../bots/webhooks'
import { queueLinkPreviews } from '../../link-previews/previewing'
import { renderMarkdown, rendererVersion, type Rendered } from '../../markdown/render'
import { queueNotifying } from '../../notifying/queueing'
import type { QueueProfile } from '../../events/queue'
import { matchesNarrow } from '../../narrow/match'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { noteActive } from '../../users/activity'
import { textOfHtml } from '../../search/html-text'
import { searchedText, type SearchedText } from '../../search/query'
import type { User } from '../../users/repository'
import { makeWidget } from '../../submessages/actions'
import { submessageObject } from '../../submessages/wire'
import { notePeopleMentioned, notePersonInvolved } from '../../user-topics/automatic'
import { conversation } from '../conversations'
import { openTarget, type Target } from './destinations'
import { flagBits } from '../flags'
import { assertMayMention, firstFlags, type Reached } from './mentions'
import type { Destination } from '../recipients'
import { renderContext } from '../rendering/render-context'
import {
  insertMessage,
  insertStates,
  topicExists,
  topicParticipants,
  type StoredMessage,
} from '../repository'
import { messageEvent } from '../wire'

/** A message to be sent. */
export interface Draft {
  destination: Destination
  content: string
  /** Name of the client it comes from. */
  client: string
  /** Undefined leaves it to what kind of client it is. */
  readBySender?: boolean | undefined
  /** The queue that is to be told which of its local messages this is. */
  echo?: { queueId: string; localId: string } | undefined
  /** Recipients who need not be told, such as whoever caused a notice. */
  startsReadFor?: (userId: number) => boolean
  /** For what people see when they come by: nobody who is away is told of it. */
  isQuiet?: boolean
}

export interface Sent {
  id: number
  /** The sender's new visibility policy for the topic, if sending has changed it. */
  automaticNewVisibilityPolicy?: number
}

/**
 * Sends a message; resolves once it is on disk and its events are out.
 * @throws ApiError STREAM_DOES_NOT_EXIST, REQUEST_VARIABLE_INVALID for the content, the wildcard codes, BAD_REQUEST.
 */
export async function sendMessage(organization: Organization, sender: User, draft: Draft): Promise<Sent> {
  const content = checkedContent(draft.content)
  const rendered = renderMarkdown(content, renderContext(organization, sender))
  return organization.write((tx) => send(tx, sender, { ...draft, content }, rendered))
}

/** The same as part of a larger write. */
export function sendMessageIn(tx: Transaction, sender: User, draft: Draft): Sent {
  const content = checkedContent(draft.content)
  const rendered = renderMarkdown(content, renderContext(tx.organization, sender))
  return send(tx, sender, { ...draft, content }, rendered)
}

function send(tx: Transaction, sender: User, draft: Draft, rendered: Rendered): Sent {
  const { organization } = tx
  const target = openTarget(tx, sender, draft.destination)
  const reached = reachedBy(tx, target, rendered)
  assertMayMention(organization, sender, rendered, reached)
  const isNewTopic = target.channel !== undefined && !topicExists(tx, target.channel.id, target.topicKey)
  const isRead = draft.readBySender ?? startsAsRead(sender, draft, target)
  const special = firstFlags(organization, sender, rendered, reached, isRead)
  const message = store(tx, sender, draft, target, rendered)
  // Asked once: the event goes out after other writes of the same batch, which may change the answer.
  const readFor = new Set(draft.startsReadFor && target.recipientIds.filter(draft.startsReadFor))
  const bitsOf = (userId: number) => {
    const bits = special.get(userId) ?? flagBits.unread
    return readFor.has(userId) ? bits & ~flagBits.unread : bits
  }
  insertStates(tx, message.id, target.recipientIds, bitsOf)
  announce(tx, sender, draft, message, target, rendered, bitsOf)
  queueLinkPreviews(tx, message.id, rendered)
  const { recipientIds } = target
  const addressing = { ...message, recipientIds, mentionedUserIds: rendered.mentionedUserIds }
  queueWebhooks(tx, addressing)
  queueEmbeddedBots(tx, addressing)
  const policy = noteInvolved(tx, sender, target, rendered, isNewTopic, bitsOf)
  if (draft.isQuiet !== true) queueNotifying(tx, { message, rendered, bitsOf }, recipientIds)
  return policy === undefined ? { id: message.id } : { id: message.id, automaticNewVisibilityPolicy: policy }
}

/** Who takes part in a topic, or is mentioned there, may follow it from now on. @returns the sender's new policy, if it is another. */
function noteInvolved(
  tx: Transaction,
  sender: User,
  { channel, topic, recipientIds }: Target,
  { mentionedUserIds, mentionedGroupIds }: Rendered,
  isNewTopic: boolean,
  bitsOf: (userId: number) => number,
): number | undefined {
  if (!channel) return undefined
  const policy = notePersonInvolved(tx, sender, channel, topic, isNewTopic ? 'started' : 'sent')
  if (mentionedUserIds.length + mentionedGroupIds.length > 0) {
    const isMentioned = (userId: number) => (bitsOf(userId) & flagBits.mentioned) !== 0
    notePeopleMentioned(tx, recipientIds.filter(isMentioned), channel, topic)
  }
  return policy
}

function reachedBy(tx: Transaction, target: Target, rendered: Rendered): Reached {
  const { channel, recipientIds } = target
  return {
    recipientIds,
    isDirect: channel === undefined,
    participantIds:
      channel && rendered.topicWildcard ? topicParticipants(tx, channel.id, target.topicKey) : new Set(),
  }
}

/** People read what they write in an app; what programs write in their name may be news to them. */
function startsAsRead(sender: User, { client }: Draft, { channel, recipientIds }: Target): boolean {
  const isNoteToSelf = channel === undefined && recipientIds.length === 1
  return isNoteToSelf || (sender.botType === null && appNames.test(client))
}

const appNames =
  /^(website|mozilla|confab|android|ios|snipe|zulip-?(electron|desktop|mobile|flutter|terminal|android|ios))$/i

function store(
  tx: Transaction,
  sender: User,
  draft: Draft,
  target: Target,
  rendered: Rendered,
): StoredMessage {
  const files = claimable(tx.organization, sender, rendered.attachmentPaths)
  const message = {
    senderId: sender.id,
    conversationId: target.conversationId,
    channelId: target.channel?.id ?? null,
    topic: target.topic,
    content: draft.content,
    renderedContent: rendered.html,
    sentAt: seconds(tx.organization.clock),
    client: draft.client,
  }
  const id = insertMessage(tx, {
    ...message,
    topicKey: target.topicKey,
    rendererVersion,
    isMeMessage: rendered.isMeMessage,
    hasLink: rendered.hasLink,
    hasImage: rendered.hasImage,
    hasAttachment: files.length > 0,
  })
  claimForMessage(tx, { id, conversationId: target.conversationId }, files)
  if (target.channel) noteMessage(tx, target.channel, id)
  tx.afterCommit(() => noteActive(tx.organization, sender.id))
  return {
    ...message,
    id,
    isMeMessage: rendered.isMeMessage ? 1 : 0,
    hasReaction: 0,
    hasSubmessage: 0,
    hasEdits: 0,
    lastEditedAt: null,
    lastMovedAt: null,
  }
}

function announce(
  tx: Transaction,
  sender: User,
  { echo }: Draft,
  message: StoredMessage,
  target: Target,
  rendered: Rendered,
  bitsOf: (userId: number) => number,
): void {
  const { organization } = tx
  let searched: SearchedText | undefined
  const facts = {
    id: message.id,
    senderId: sender.id,
    conversation: conversation(organization, message.conversationId),
    topic: target.topic,
    topicKey: target.topicKey,
    has: {
      attachment: rendered.hasAttachment,
      image: rendered.hasImage,
      link: rendered.hasLink,
      reaction: false,
    },
    searched: () => (searched ??= searchedText(textOfHtml(message.renderedContent), target.topic)),
  }
  const notice = {
    message,
    submessages: makeWidget(tx, message).map(submessageObject),
    recipientIds: target.recipientIds,
    bitsOf: (userId: number) => (target.isRecipient(userId) ? bitsOf(userId) : undefined),
    isPublic: target.channel !== undefined && !target.channel.isPrivate,
    echo,
    senderId: sender.id,
    accepts: ({ userId, options }: QueueProfile) =>
      options.narrow.length === 0 ||
      matchesNarrow(organization, userId, options.narrow, { ...facts, flags: bitsOf(userId) }),
  }
  emit(tx, messageEvent(organization, notice))
}
