// What a bot does where it does not say: where it sends, and what its queues get.
import { channelDirectory, type Channel } from '../channels/repository'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { botDetails } from './repository'

/**
 * A channel that is a default of bots, as long as it is public: those who administer the bot are told what it is called.
 * Undefined also where there is no default.
 */
export function defaultChannel(organization: Organization, id: number | null): Channel | undefined {
  const channel = id === null ? undefined : channelDirectory(organization).byId.get(id)
  return channel?.isPrivate || channel?.isArchived ? undefined : channel
}

/** Where a bot sends what it addresses to nobody: the ID of a channel. Undefined for people, too. */
export function defaultSendingChannelId(organization: Organization, { id }: User): number | undefined {
  const details = botDetails(organization).get(id)
  return details && defaultChannel(organization, details.defaultSendingChannelId)?.id
}

/** What queues get that do not say it themselves; those of people, nothing more. */
export function queueDefaults(organization: Organization, { id }: User) {
  const details = botDetails(organization).get(id)
  const channel = details && defaultChannel(organization, details.defaultEventsChannelId)
  return {
    narrow: channel ? [{ operator: 'channel', operand: channel.id }] : [],
    allPublicStreams: details?.hearsPublicChannels ?? false,
  }
}
