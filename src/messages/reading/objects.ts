// Message objects as one person fetches them: with what hangs on the messages, and with the person's flags (contract 2.2).
import { settings } from '../../organization/settings'
import type { Organization } from '../../organization/organization'
import { reactionsOf } from '../../reactions/repository'
import { reactionObject } from '../../reactions/wire'
import type { Highlighter } from '../../search/highlight'
import { submessagesOf } from '../../submessages/repository'
import { submessageObject } from '../../submessages/wire'
import { isReceived, receivedBy } from '../access'
import { editsOf, newestEdits, type StoredEdit } from '../edits-repository'
import { wireFlags } from '../flags'
import { hasAttached, type FlaggedMessage, type StoredMessage } from '../repository'
import {
  messageObject,
  nothingAttached,
  type Attached,
  type MessageObject,
  type MessageReader,
} from '../wire'
import { matchFields } from './matches'

/** Who fetches messages, and what their client reads. */
export interface Fetcher extends MessageReader {
  /** Whether it reads the public protocol's words where only one can stand. */
  publicNames: boolean
}

/** The object of a single message as it is for everybody, with all of its edits but nobody's flags. */
export function unflaggedObject(
  organization: Organization,
  message: StoredMessage,
  reader: Fetcher,
): MessageObject {
  const attached = attachedTo(organization, [message], reader, () => editsOf(organization.db, message.id))
  return messageObject(organization, message, attached(message), reader)
}

/** The object of a single message, which carries all of its edits. */
export function singleObject(organization: Organization, message: FlaggedMessage, reader: Fetcher): object {
  const object = unflaggedObject(organization, message, reader)
  object.flags = wireFlags(message.flags, isReceived(organization, reader.viewer, message))
  return object
}

/**
 * The objects of messages that the reader may read, for a list.
 * @param highlight marks what was searched for, in further fields.
 */
export function listedObjects(
  organization: Organization,
  messages: readonly FlaggedMessage[],
  reader: Fetcher,
  highlight: Highlighter | undefined,
): object[] {
  const attached = attachedTo(organization, messages, reader, (edited) => listedEdits(organization, edited))
  const isTheirs = receivedBy(organization, reader.viewer)
  return messages.map((message) => {
    const object = messageObject(organization, message, attached(message), reader)
    object.flags = wireFlags(message.flags, isTheirs(message))
    return highlight ? Object.assign(object, matchFields(message, highlight, reader.emptyTopicName)) : object
  })
}

/** Reads what hangs on the messages, for those that say they have something. */
function attachedTo(
  { db }: Organization,
  messages: readonly StoredMessage[],
  { publicNames }: Fetcher,
  readEdits: (ids: readonly number[]) => readonly StoredEdit[],
): (message: StoredMessage) => Attached {
  if (!messages.some(hasAttached)) return () => nothingAttached
  const having = (mark: 'hasReaction' | 'hasSubmessage' | 'hasEdits') =>
    messages.filter((message) => message[mark] !== 0).map(({ id }) => id)
  const reactions = grouped(having('hasReaction'), (ids) => reactionsOf(db, ids))
  const submessages = grouped(having('hasSubmessage'), (ids) => submessagesOf(db, ids))
  const edits = grouped(having('hasEdits'), readEdits)
  return ({ id }) => ({
    reactions: reactions?.get(id)?.map((reaction) => reactionObject(reaction, publicNames)) ?? [],
    submessages: submessages?.get(id)?.map(submessageObject) ?? [],
    edits: edits?.get(id) ?? [],
  })
}

/** Of each message in a list: enough to show that it was edited, and how lately. All of it comes with the message alone. */
const listed = { most: 20, mostBytes: 20_000 }

function listedEdits(organization: Organization, ids: readonly number[]): readonly StoredEdit[] {
  const policy = settings(organization).message_edit_history_visibility_policy
  return policy === 'none'
    ? []
    : newestEdits(organization.db, ids, { ...listed, onlyMoves: policy === 'moves' })
}

function grouped<T extends { messageId: number }>(
  ids: readonly number[],
  read: (ids: readonly number[]) => readonly T[],
): Map<number, T[]> | undefined {
  return ids.length === 0 ? undefined : Map.groupBy(read(ids), ({ messageId }) => messageId)
}
