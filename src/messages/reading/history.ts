// The history of a message: what it was after each edit, and what each edit changed (reference: get-message-history).
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import type { User } from '../../users/repository'
import { readableMessage } from '../access'
import { defaultEffort, htmlDiff } from './html-diff'
import type { Pieces } from '../../organization/turns'
import { JsonFields } from '../../http/envelope'
import { editsOf, type StoredEdit } from '../edits-repository'
import { knownEdits } from '../edits-sight'
import type { StoredMessage } from '../repository'
import { shownTopic } from '../../channels/topics'

/** Shared by the differences of one history; the work for each grows with the square of its share. */
const totalEffort = 8 * defaultEffort
const leastEffort = 50

/** What a message was at some time, on the wire; what was not edited then has no previous value. */
interface Snapshot {
  topic: string
  prev_topic?: string
  stream?: number
  prev_stream?: number
  content: string
  rendered_content: string
  prev_content?: string
  prev_rendered_content?: string
  content_html_diff?: string
  user_id: number
  timestamp: number
}

/**
 * `message_history`: the message as it was sent, then after each edit, oldest first. Others have their turn meanwhile.
 * @throws ApiError BAD_REQUEST where the message is not theirs to see, or histories are nobody's.
 */
export function* messageHistory(
  organization: Organization,
  viewer: User,
  messageId: number,
  emptyTopicName: boolean,
): Pieces<JsonFields> {
  const message = readableMessage(organization, viewer, messageId)
  const policy = settings(organization).message_edit_history_visibility_policy
  if (policy === 'none') throw badRequest('Message edit history is disabled in this organization')
  const stored = message.hasEdits === 0 ? [] : editsOf(organization.db, messageId)
  const edits = knownEdits(organization, viewer, message, stored)
  const shown = policy === 'all' ? edits : edits.flatMap(withoutText)
  const texts = yield* snapshots(message, shown, emptyTopicName)
  return new JsonFields(`"message_history":[${texts.join(',')}]`)
}

/** What of an edit is a move. */
function withoutText(edit: StoredEdit): StoredEdit[] {
  if (edit.topic === null && edit.channelId === null) return []
  return [{ ...edit, previousContent: null, previousRenderedContent: null }]
}

/** Goes back from what the message is now. @param edits newest first. @returns snapshots as JSON, oldest first. */
function* snapshots(
  message: StoredMessage,
  edits: readonly StoredEdit[],
  emptyTopicName: boolean,
): Pieces<string[]> {
  const found: string[] = []
  const note = (snapshot: Snapshot) => found.push(JSON.stringify(snapshot))
  const textEdits = edits.filter(({ previousContent }) => previousContent !== null).length
  const effort = Math.max(leastEffort, Math.min(defaultEffort, Math.floor(totalEffort / textEdits)))
  const shown = (name: string) => (message.channelId === null ? '' : shownTopic(name, emptyTopicName))
  let { topic, content, renderedContent } = message
  for (const edit of edits) {
    note({
      topic: shown(topic),
      content,
      rendered_content: renderedContent,
      ...textFields(edit, renderedContent, effort),
      ...placeFields(edit, emptyTopicName),
      user_id: edit.userId,
      timestamp: edit.editedAt,
    })
    topic = edit.previousTopic ?? topic
    content = edit.previousContent ?? content
    renderedContent = edit.previousRenderedContent ?? renderedContent
    yield
  }
  note({
    topic: shown(topic),
    content,
    rendered_content: renderedContent,
    user_id: message.senderId,
    timestamp: message.sentAt,
  })
  return found.reverse()
}

function textFields(edit: StoredEdit, renderedAfter: string, effort: number): Partial<Snapshot> {
  if (edit.previousContent === null) return {}
  const before = edit.previousRenderedContent ?? ''
  return {
    prev_content: edit.previousContent,
    prev_rendered_content: before,
    content_html_diff: htmlDiff(before, renderedAfter, effort),
  }
}

function placeFields(edit: StoredEdit, emptyTopicName: boolean): Partial<Snapshot> {
  return {
    ...(edit.topic === null ? {} : { prev_topic: shownTopic(edit.previousTopic ?? '', emptyTopicName) }),
    ...(edit.channelId === null
      ? {}
      : { stream: edit.channelId, prev_stream: edit.previousChannelId ?? edit.channelId }),
  }
}
