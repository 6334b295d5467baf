// Changed messages on the wire: the events update_message and delete_message.
import type { Channel } from '../../channels/repository'
import { emit, type ViewedEvent } from '../../events/event'
import { queues } from '../../events/queues'
import type { Organization } from '../../organization/organization'
import { topicLinks } from '../topic-links'
import type { Transaction } from '../../organization/writer'
import { shownTopic } from '../../channels/topics'

export type PropagateMode = 'change_one' | 'change_later' | 'change_all'

/** A message's text at one time: Markdown and HTML. */
export interface Text {
  readonly content: string
  readonly renderedContent: string
}

/** A new text, and the one before. */
export interface TextEdit {
  readonly before: Text
  readonly after: Text & { readonly isMeMessage: boolean }
}

/** An edit of a text; or the text it was, whose HTML alone is new. */
export type TextChange = TextEdit | { readonly before: undefined; readonly after: Text }

/** What the event of an update tells. */
export interface UpdateNotice {
  /** Null where nobody edited anything: only the HTML is new. */
  readonly editorId: number | null
  /** UNIX seconds. */
  readonly editedAt: number
  /** Where the messages were; undefined for direct messages. */
  readonly channel: Channel | undefined
  /** What is new in the text of `messageId`. */
  readonly text: TextChange | undefined
  readonly move:
    | {
        readonly mode: PropagateMode
        readonly topicBefore: string
        /** Undefined where only the channel changed. */
        readonly topicAfter: string | undefined
        /** Undefined where only the topic changed. */
        readonly newChannelId: number | undefined
      }
    | undefined
}

/** Who gets the event of an update, and of which messages. */
export interface UpdateAudience {
  readonly userIds: readonly number[]
  /** Ascending. */
  readonly messageIds: readonly number[]
  readonly messageId: number
  /** Whether they may know what the old channel is called. */
  readonly knowsChannel: boolean
  /** Whether they may know what the old topic was. */
  readonly knowsTopic: boolean
  flagsOf(userId: number): readonly string[]
}

/** `update_message`. */
export function updateMessageEvent(
  organization: Organization,
  notice: UpdateNotice,
  audience: UpdateAudience,
): ViewedEvent<boolean> {
  const { channel, text, move } = notice
  return {
    type: 'update_message',
    audience: audience.userIds,
    view: ({ options }) => move !== undefined && options.emptyTopicName,
    payload: (emptyTopicName) => ({
      user_id: notice.editorId,
      rendering_only: text !== undefined && !text.before,
      message_id: audience.messageId,
      message_ids: audience.messageIds,
      edit_timestamp: notice.editedAt,
      ...(channel && audience.knowsChannel ? { stream_name: channel.name } : undefined),
      ...(channel ? { stream_id: channel.id } : undefined),
      ...(text ? textFields(text) : undefined),
      ...(move ? moveFields(organization, move, audience.knowsTopic, emptyTopicName) : undefined),
    }),
    personal: ({ userId }) => ({ flags: audience.flagsOf(userId) }),
  }
}

function textFields({ before, after }: TextChange): object {
  const now = { content: after.content, rendered_content: after.renderedContent }
  if (!before) return now
  return {
    orig_content: before.content,
    orig_rendered_content: before.renderedContent,
    ...now,
    is_me_message: after.isMeMessage,
  }
}

function moveFields(
  organization: Organization,
  move: NonNullable<UpdateNotice['move']>,
  knowsTopic: boolean,
  emptyTopicName: boolean,
): object {
  // Clients expect a topic before in any case.
  const topicBefore = knowsTopic ? move.topicBefore : (move.topicAfter ?? move.topicBefore)
  return {
    propagate_mode: move.mode,
    orig_subject: shownTopic(topicBefore, emptyTopicName),
    ...(move.newChannelId === undefined ? undefined : { new_stream_id: move.newChannelId }),
    ...(move.topicAfter === undefined
      ? undefined
      : {
          subject: shownTopic(move.topicAfter, emptyTopicName),
          topic_links: topicLinks(organization, move.topicAfter),
        }),
  }
}

/** Messages that are gone for some people. */
export interface Deletion {
  readonly userIds: readonly number[]
  /** Ascending. */
  readonly messageIds: readonly number[]
  /** Where they were; undefined for direct messages. */
  readonly place: { readonly channelId: number; readonly topic: string } | undefined
}

/** Tells of deleted messages: one `delete_message` for all, or one for each to clients that know no lists. */
export function emitDeletion(tx: Transaction, deletion: Deletion): void {
  const { userIds, messageIds } = deletion
  if (messageIds.length === 0 || userIds.length === 0) return
  emit(tx, deleteMessageEvent(deletion, userIds, true, { message_ids: messageIds }))
  // Few clients are that old: only their queues go through the messages one by one.
  const old = userIds.filter((userId) =>
    [...queues(tx.organization).ofUser(userId)].some(({ options }) => !options.bulkMessageDeletion),
  )
  if (old.length === 0) return
  for (const id of messageIds) emit(tx, deleteMessageEvent(deletion, old, false, { message_id: id }))
}

function deleteMessageEvent(
  { place }: Deletion,
  audience: readonly number[],
  isBulk: boolean,
  ids: object,
): ViewedEvent<boolean> {
  return {
    type: 'delete_message',
    audience,
    accepts: ({ options }) => options.bulkMessageDeletion === isBulk,
    view: ({ options }) => options.emptyTopicName,
    payload: (emptyTopicName) => ({
      message_type: place ? 'stream' : 'private',
      ...ids,
      ...(place ? { stream_id: place.channelId, topic: shownTopic(place.topic, emptyTopicName) } : undefined),
    }),
  }
}
