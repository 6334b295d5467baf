// The e-mail address of a channel: made when somebody first asks for it, and the same ever after.
import { assertMayPost, hasContentAccess, visibleChannel } from '../channels/access'
import { badRequest, invalidChannel } from '../http/errors'
import type { Organization } from '../organization/organization'
import { directory, notificationBot, type User } from '../users/repository'
import { insertToken, tokenFor } from './repository'
import { channelAddress } from './wire'

/**
 * The address under which mails are to be posted to a channel.
 * @param senderId in whose name: the caller's own, a bot's of theirs, or the server's bot's, which it is if not given
 * @throws ApiError BAD_REQUEST if the caller can't read the channel or may not post to it, or the sender is none of these.
 */
export async function emailAddressOf(
  organization: Organization,
  caller: User,
  channelId: number,
  senderId: number | undefined,
): Promise<string> {
  const channel = visibleChannel(organization, caller, channelId, invalidChannel)
  if (!hasContentAccess(organization, caller, channel)) throw invalidChannel({ stream_id: channelId })
  assertMayPost(organization, caller, channel)
  const sender = senderOf(organization, caller, senderId)
  const purpose = { channelId: channel.id, creatorId: caller.id, senderId: sender.id }
  const token =
    tokenFor(organization.db, purpose) ??
    // Another request of theirs may have come first.
    (await organization.write((tx) => tokenFor(tx, purpose) ?? insertToken(tx, newToken(), purpose)))
  return channelAddress(organization, channel, token)
}

function senderOf(organization: Organization, caller: User, senderId: number | undefined): User {
  const gateway = notificationBot(organization)
  if (senderId === undefined || senderId === gateway.id) return gateway
  if (senderId === caller.id) return caller
  const sender = directory(organization).byId.get(senderId)
  if (sender?.isActive && sender.botOwnerId === caller.id) return sender
  throw badRequest('Invalid sender: it must be you, a bot of yours, or the bot of the server')
}

function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex()
}
