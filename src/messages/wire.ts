// Messages on the wire: the message object in all its variants, and the event that brings a new one (contract 2.2).
import { channelDirectory } from '../channels/repository'
import type { ViewedEvent } from '../events/event'
import type { QueueProfile } from '../events/queue'
import { JsonFields } from '../http/envelope'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { directory, type User } from '../users/repository'
import { apiEmail, avatarUrl, seesEmail, shownEmail } from '../users/wire'
import { conversation } from './conversations'
import { wireFlags } from './flags'
import { noLinks, topicLinks } from './topic-links'
import { knownEdits } from './edits-sight'
import type { StoredEdit } from './edits-repository'
import type { StoredMessage } from './repository'
import { shownTopic } from '../channels/topics'

/** Who reads messages, and what they asked for. */
export interface MessageReader {
  viewer: User | undefined
  applyMarkdown: boolean
  clientGravatar: boolean
  emptyTopicName: boolean
}

/** All that decides how a message looks to somebody, beside its flags: to those with the same view it looks the same. */
export type MessageView = {
  readonly isLoggedIn: boolean
  /** Whether they may know the sender's real address. */
  readonly seesEmail: boolean
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly emptyTopicName: boolean
}

/** How the reader sees messages of this sender. */
export function messageView(sender: User, reader: MessageReader): MessageView {
  const { viewer, applyMarkdown, clientGravatar, emptyTopicName } = reader
  return {
    isLoggedIn: viewer !== undefined,
    seesEmail: seesEmail(viewer, sender),
    applyMarkdown,
    clientGravatar,
    emptyTopicName,
  }
}

/** What hangs on a message: reactions and submessages as their own features show them. */
export interface Attached {
  reactions: readonly object[]
  submessages: readonly object[]
  /** Newest first. */
  edits: readonly StoredEdit[]
}

export const nothingAttached: Attached = { reactions: [], submessages: [], edits: [] }

/** A message object (contract 2.2). */
export interface MessageObject {
  id: number
  sender_id: number
  content: string
  recipient_id: number
  timestamp: number
  client: string
  subject: string
  topic_links: readonly { text: string; url: string }[]
  is_me_message: boolean
  reactions: readonly object[]
  submessages: readonly object[]
  sender_full_name: string
  sender_email: string
  sender_realm_str: string
  display_recipient: string | readonly object[]
  type: 'stream' | 'private'
  avatar_url: string | null
  content_type: 'text/html' | 'text/x-markdown'
  stream_id?: number
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  edit_history?: readonly object[]
  /** Of the person who fetched it; events carry them beside the message. */
  flags?: readonly string[]
}

/** A message object as the reader sees it, without their flags. */
export function messageObject(
  organization: Organization,
  message: StoredMessage,
  attached: Attached,
  reader: MessageReader,
): MessageObject {
  const sender = userOf(organization, message.senderId)
  const { edits } = attached
  const known =
    edits.length === 0
      ? attached
      : { ...attached, edits: knownEdits(organization, reader.viewer, message, edits) }
  return viewedMessage(organization, message, known, sender, messageView(sender, reader))
}

function viewedMessage(
  organization: Organization,
  message: StoredMessage,
  { reactions, submessages, edits }: Attached,
  sender: User,
  view: MessageView,
): MessageObject {
  const { channelId, lastEditedAt, lastMovedAt } = message
  const isDirect = channelId === null
  const object: MessageObject = {
    id: message.id,
    sender_id: sender.id,
    content: view.applyMarkdown ? message.renderedContent : message.content,
    recipient_id: message.conversationId,
    timestamp: message.sentAt,
    client: message.client,
    subject: isDirect ? '' : shownTopic(message.topic, view.emptyTopicName),
    topic_links: isDirect ? noLinks : topicLinks(organization, message.topic),
    is_me_message: message.isMeMessage !== 0,
    reactions,
    submessages,
    sender_full_name: sender.fullName,
    sender_email: shownEmail(organization, sender, view),
    sender_realm_str: organization.subdomain,
    display_recipient: isDirect
      ? people(organization, message.conversationId)
      : channelName(organization, channelId),
    type: isDirect ? 'private' : 'stream',
    avatar_url: avatarUrl(sender, view),
    content_type: view.applyMarkdown ? 'text/html' : 'text/x-markdown',
  }
  if (!isDirect) object.stream_id = channelId
  if (lastEditedAt !== null) object.last_edit_timestamp = lastEditedAt
  if (lastMovedAt !== null) object.last_moved_timestamp = lastMovedAt
  const history = edits.length === 0 ? [] : editHistory(organization, edits, view)
  if (history.length > 0) object.edit_history = history
  return object
}

function userOf(organization: Organization, id: number): User {
  const user = directory(organization).byId.get(id)
  if (!user) throw new Error(`There is no user ${id}`)
  return user
}

function channelName(organization: Organization, channelId: number): string {
  return channelDirectory(organization).byId.get(channelId)?.name ?? ''
}

/** Everybody in a direct conversation, by ID. */
function people(organization: Organization, conversationId: number) {
  return conversation(organization, conversationId).memberIds.map((id) => {
    const user = userOf(organization, id)
    return { id, email: apiEmail(organization, user), full_name: user.fullName, is_mirror_dummy: false }
  })
}

/** The edits as far as the organization lets them be seen; empty where they can't be. */
function editHistory(
  organization: Organization,
  edits: readonly StoredEdit[],
  { emptyTopicName }: MessageView,
): object[] {
  const policy = settings(organization).message_edit_history_visibility_policy
  if (policy === 'none') return []
  const isMove = (edit: StoredEdit) => edit.topic !== null || edit.channelId !== null
  return edits
    .filter((edit) => policy === 'all' || isMove(edit))
    .map((edit) => ({
      user_id: edit.userId,
      timestamp: edit.editedAt,
      ...(edit.previousContent === null || policy !== 'all'
        ? undefined
        : { prev_content: edit.previousContent, prev_rendered_content: edit.previousRenderedContent ?? '' }),
      ...(edit.channelId === null
        ? undefined
        : { prev_stream: edit.previousChannelId, stream: edit.channelId }),
      ...(edit.topic === null
        ? undefined
        : {
            prev_topic: shownTopic(edit.previousTopic ?? '', emptyTopicName),
            topic: shownTopic(edit.topic, emptyTopicName),
          }),
    }))
}

/** What the event of a new message says beside the message. */
export interface NewMessageNotice {
  message: StoredMessage
  submessages: readonly object[]
  recipientIds: readonly number[]
  /** The flag bits of a recipient; undefined for anybody else. */
  bitsOf(userId: number): number | undefined
  /** Whether queues of all public channels get it, too. */
  isPublic: boolean
  /** The queue that is told which of its own messages this is. */
  echo: { queueId: string; localId: string } | undefined
  senderId: number
  /** Whether the queue's narrow takes the message. */
  accepts(queue: QueueProfile): boolean
}

/** The few combinations of flags that messages arrive with, as text. */
const flagsTexts = new Map<number | undefined, JsonFields>()

/** @param bits undefined for whom the message was not sent to. */
function flagsText(bits: number | undefined): JsonFields {
  const known = flagsTexts.get(bits)
  if (known) return known
  const flags = wireFlags(bits ?? 0, bits !== undefined)
  const text = new JsonFields(`"flags":${JSON.stringify(flags)}`)
  flagsTexts.set(bits, text)
  return text
}

/** `message`. */
export function messageEvent(organization: Organization, notice: NewMessageNotice): ViewedEvent<MessageView> {
  const { message, submessages, recipientIds, bitsOf, isPublic, echo, senderId, accepts } = notice
  const sender = userOf(organization, senderId)
  return {
    type: 'message',
    audience: recipientIds,
    ...(isPublic
      ? { alsoAllPublicStreams: (userId: number) => directory(organization).byId.get(userId)?.role !== 600 }
      : undefined),
    accepts,
    view({ userId, options: { applyMarkdown, clientGravatar, emptyTopicName } }) {
      const viewer = directory(organization).byId.get(userId)
      return messageView(sender, { viewer, applyMarkdown, clientGravatar, emptyTopicName })
    },
    payload: (view) => ({
      message: viewedMessage(organization, message, { ...nothingAttached, submessages }, sender, view),
    }),
    personal(queue) {
      const bits = bitsOf(queue.userId)
      const isEcho = echo !== undefined && queue.id === echo.queueId && queue.userId === senderId
      if (isEcho) return { flags: wireFlags(bits ?? 0, bits !== undefined), local_message_id: echo.localId }
      return flagsText(bits)
    },
  }
}
