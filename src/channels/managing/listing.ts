// Which channels a person asks to see (reference: get-streams).
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { activeOwner, type User } from '../../users/repository'
import { canSeeChannel, hasContentAccess, isSubscribed } from '../access'
import { channelDirectory, type Channel } from '../repository'
import { isAdministrator } from '../../users/rank'

/** Each adds channels to the answer, never one that the viewer may not see. */
export interface ChannelFilters {
  includePublic: boolean
  includeWebPublic: boolean
  includeSubscribed: boolean
  includeAll: boolean
  /** The old name of `includeAll`, for administrators alone. */
  includeAllActive: boolean
  includeDefault: boolean
  includeOwnerSubscribed: boolean
  includeContentAccess: boolean
  excludeArchived: boolean
}

/** The channels, by name. @throws ApiError BAD_REQUEST if a filter is not for the viewer. */
export function listChannels(organization: Organization, viewer: User, filters: ChannelFilters): Channel[] {
  if (filters.includeAllActive && !isAdministrator(viewer)) {
    throw badRequest('User not authorized for this query: include_all_active is for administrators')
  }
  const owner = filters.includeOwnerSubscribed ? activeOwner(organization, viewer) : undefined
  const isWanted = (channel: Channel): boolean =>
    filters.includeAll ||
    filters.includeAllActive ||
    (filters.includePublic && !channel.isPrivate) ||
    (filters.includeWebPublic && channel.isWebPublic) ||
    (filters.includeSubscribed && isSubscribed(organization, viewer, channel)) ||
    (filters.includeDefault && channel.isDefault) ||
    (filters.includeContentAccess && hasContentAccess(organization, viewer, channel))
  return channelDirectory(organization)
    .all.filter((channel) => !(filters.excludeArchived && channel.isArchived))
    .filter(
      (channel) =>
        // What its owner is subscribed to, a bot may know of, even where it could not see it by itself.
        (owner !== undefined && isSubscribed(organization, owner, channel)) ||
        (isWanted(channel) && canSeeChannel(organization, viewer, channel)),
    )
    .sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
}

/** Undefined for people, who have none. */
