// Who may read a message, and to whom it was sent: for one message at a time, by the rules that narrows follow.
import { historyAccess, includes, type HistoryAccess } from '../channels/access'
import { channelDirectory, periodsOf, type Channel } from '../channels/repository'
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { conversation } from './conversations'
import { messageById, type StoredMessage } from './repository'

type Placed = Pick<StoredMessage, 'id' | 'conversationId' | 'channelId'>

/** Whether the viewer may read the message; undefined is somebody who is not logged in. */
export function canRead(organization: Organization, viewer: User | undefined, message: Placed): boolean {
  return includes(accessTo(organization, viewer, message), message.id)
}

/** Those of the messages that the viewer may read: many of a list are of the same conversations. */
export function readableOf<Message extends Placed>(
  organization: Organization,
  viewer: User | undefined,
  messages: readonly Message[],
): Message[] {
  return messages.filter(ofConversations((message) => accessTo(organization, viewer, message)))
}

/** How much the viewer may read of the conversation that the message is in. */
function accessTo(organization: Organization, viewer: User | undefined, message: Placed): HistoryAccess {
  if (message.channelId === null) return isInDirect(organization, viewer, message) ? 'all' : 'nothing'
  const channel = channelDirectory(organization).byId.get(message.channelId)
  return channel ? historyAccess(organization, viewer, channel) : 'nothing'
}

/** Whether the message was sent to the person: they were subscribed then, or it is a direct message of theirs. */
export function isReceived(organization: Organization, person: User | undefined, message: Placed): boolean {
  return includes(receivedOf(organization, person, message), message.id)
}

/** The same for the messages of a list, many of which are of the same conversations. */
export function receivedBy(
  organization: Organization,
  person: User | undefined,
): (message: Placed) => boolean {
  return ofConversations((message) => receivedOf(organization, person, message))
}

/** How much of the conversation that the message is in was sent to the person. */
function receivedOf(organization: Organization, person: User | undefined, message: Placed): HistoryAccess {
  if (message.channelId === null) return isInDirect(organization, person, message) ? 'all' : 'nothing'
  return (person && periodsOf(organization, person.id).get(message.channelId)) ?? 'nothing'
}

/** Whether messages are among those of their conversations: asked once for each of these. */
function ofConversations(accessOf: (message: Placed) => HistoryAccess): (message: Placed) => boolean {
  const accesses = new Map<number, HistoryAccess>()
  return (message) => {
    const { id, conversationId } = message
    const access = accesses.get(conversationId) ?? accessOf(message)
    accesses.set(conversationId, access)
    return includes(access, id)
  }
}

function isInDirect(organization: Organization, person: User | undefined, message: Placed): boolean {
  return (
    person !== undefined && conversation(organization, message.conversationId).memberIds.includes(person.id)
  )
}

/**
 * A message that the viewer may read.
 * @throws ApiError BAD_REQUEST, the same if there is none and if it is not theirs to see (contract 4.3).
 */
export function readableMessage(
  organization: Organization,
  viewer: User | undefined,
  id: number,
): StoredMessage {
  return readable(organization, viewer, messageById(organization.db, id))
}

/** The message, if there is one that the viewer may read. @throws ApiError BAD_REQUEST as above. */
export function readable<Message extends Placed>(
  organization: Organization,
  viewer: User | undefined,
  message: Message | undefined,
): Message {
  if (!message || !canRead(organization, viewer, message)) throw badRequest('Invalid message(s)')
  return message
}

/**
 * The message's channel, in which something is about to be done to it; undefined for a direct message.
 * @throws ApiError BAD_REQUEST if it is archived.
 */
export function openChannelOf(
  organization: Organization,
  { channelId }: Pick<StoredMessage, 'channelId'>,
): Channel | undefined {
  const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
  if (channel?.isArchived) throw badRequest(`Channel '${channel.name}' is archived`)
  return channel
}
