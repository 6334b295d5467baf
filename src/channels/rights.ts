// What the organization's permissions let a person do with channels.
import { badRequest } from '../http/errors'
import { mayIn } from '../permissions/permissions'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { User } from '../users/repository'

/** The privacy of a channel: whose it is, and whether newcomers see what was said before. */
export interface Privacy {
  isPrivate: boolean
  isWebPublic: boolean
  isHistoryShared: boolean
}

/** @throws ApiError BAD_REQUEST if the three do not go together, or the organization has no public access. */
export function assertPrivacyMakesSense(organization: Organization, privacy: Privacy): void {
  const { isPrivate, isWebPublic, isHistoryShared } = privacy
  if (isPrivate && isWebPublic) throw badRequest('Invalid parameters: a private channel cannot be web-public')
  if (!isPrivate && !isHistoryShared) {
    throw badRequest('Invalid parameters: history_public_to_subscribers must be true for public channels')
  }
  if (isWebPublic && !settings(organization).enable_spectator_access) {
    throw badRequest('Web-public channels are not enabled in this organization')
  }
}

/** @throws ApiError BAD_REQUEST if the person may not make channels of that kind. */
export function assertMayCreate(organization: Organization, user: User, privacy: Privacy): void {
  if (privacy.isWebPublic && !mayCreateWebPublic(organization, user)) {
    throw badRequest('Insufficient permission: you cannot create web-public channels')
  }
  if (privacy.isPrivate && !mayCreatePrivate(organization, user)) {
    throw badRequest('Insufficient permission: you cannot create private channels')
  }
  if (!privacy.isPrivate && !privacy.isWebPublic && !mayCreatePublic(organization, user)) {
    throw badRequest('Insufficient permission: you cannot create public channels')
  }
}

export function mayCreatePublic(organization: Organization, user: User): boolean {
  return mayIn(organization, user, 'can_create_public_channel_group')
}

export function mayCreatePrivate(organization: Organization, user: User): boolean {
  return mayIn(organization, user, 'can_create_private_channel_group')
}

export function mayCreateWebPublic(organization: Organization, user: User): boolean {
  return (
    settings(organization).enable_spectator_access &&
    mayIn(organization, user, 'can_create_web_public_channel_group')
  )
}

/** Whether the organization lets the person subscribe others to channels whose content they can see. */
export function maySubscribeOthers(organization: Organization, user: User): boolean {
  return mayIn(organization, user, 'can_add_subscribers_group')
}
