// To whom a message is of interest now: those who hold it and may still read it, to be told what becomes of it.
import { earlierReceiverIds, receiversOf } from './receivers-repository'
import { canReadMessage } from '../channels/access'
import { channelDirectory, subscriberIdsOf } from '../channels/repository'
import type { Organization } from '../organization/organization'
import { directory } from '../users/repository'
import { conversation } from './conversations'
import { flagBits } from './flags'
import { peopleWithFlag, type StoredMessage } from './repository'

/**
 * The active accounts that hold the message, ascending: in a direct conversation its people; in a channel the
 * subscribers, those who received it, there or where it was before, and those who made it part of their history. Always
 * only those who may read it.
 */
export function holdersOf(
  organization: Organization,
  message: Pick<StoredMessage, 'id' | 'conversationId' | 'channelId'>,
): readonly number[] {
  const { byId } = directory(organization)
  if (message.channelId === null) {
    return conversation(organization, message.conversationId).memberIds.filter((id) => byId.get(id)?.isActive)
  }
  const channel = channelDirectory(organization).byId.get(message.channelId)
  if (!channel) return []
  const holders = new Set(subscriberIdsOf(organization, channel.id))
  for (const id of receiversOf(organization.db, channel.id, message.id)) holders.add(id)
  for (const id of earlierReceiverIds(organization.db, [message.id])) holders.add(id)
  for (const id of peopleWithFlag(organization.db, message.id, flagBits.historical)) holders.add(id)
  return [...holders]
    .filter((id) => {
      const user = byId.get(id)
      return user?.isActive === true && canReadMessage(organization, user, channel, message.id)
    })
    .sort((a, b) => a - b)
}
