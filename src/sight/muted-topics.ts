// Muted topics in their old form go by the channel's name: they come into sight with the channel, and are renamed with it.
import type { Channel } from '../channels/repository'
import type { ServerEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import { thoseWithMutedTopics } from '../user-topics/repository'
import { mutedTopicsEvent } from '../user-topics/wire'
import { directory } from '../users/repository'

/** `muted_topics` for those of the viewers who have muted topics of these channels, which they know by this name only now. */
export function mutedTopicsEvents(
  organization: Organization,
  viewerIds: Iterable<number>,
  channels: readonly Channel[],
): ServerEvent[] {
  if (channels.length === 0) return []
  const { byId } = directory(organization)
  const channelIds = channels.map(({ id }) => id)
  return thoseWithMutedTopics(organization.db, [...viewerIds], channelIds).flatMap((id) => {
    const viewer = byId.get(id)
    return viewer ? [mutedTopicsEvent(organization, viewer)] : []
  })
}
