// What an invitation says of those who will come, and whether the inviter may say that.
import { hasContentAccess } from '../channels/access'
import { channelDirectory } from '../channels/repository'
import { maySubscribeOthers } from '../channels/rights'
import { maySubscribeOthersTo } from '../channels/subscriptions/subscribing'
import { badRequest } from '../http/errors'
import { assertAdministrator, assertOwner } from '../http/roles'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { changeableGroup, mayOver } from '../user-groups/managing/rights'
import { isOwner } from '../users/rank'
import type { User } from '../users/repository'

export interface InvitationRequest {
  role: number
  /** Null is never. */
  expiresInMinutes: number | null
  channelIds: readonly number[]
  groupIds: readonly number[]
  /** Whether those who come are subscribed to the default channels, beside the ones above. */
  includesDefaults: boolean
  /** Whether the inviter is told who has come. */
  tellsInviter: boolean
  /** What greets those who come: null what the organization says, empty nothing. Administrators' to choose. */
  welcomeText: string | null
}

/** @throws ApiError BAD_REQUEST saying what the caller may not, or what there is not. */
export function assertMayRequest(
  organization: Organization,
  caller: User,
  { role, channelIds, groupIds, welcomeText }: InvitationRequest,
): void {
  if (isOwner({ role })) assertOwner(caller)
  if (role < caller.role) throw badRequest('You can invite people only in roles that are not above your own')
  if (welcomeText !== null) assertAdministrator(caller)
  if (channelIds.length > 0 && !maySubscribeOthers(organization, caller)) {
    throw badRequest('You do not have permission to subscribe other users to channels.')
  }
  for (const id of channelIds) assertCanPutInto(organization, caller, id)
  for (const id of groupIds) {
    const group = changeableGroup(organization, id)
    if (group.isDeactivated) throw badRequest(`User group ${id} is deactivated.`)
    if (!mayOver(organization, caller, group, 'can_add_members_group')) {
      throw badRequest(`You do not have permission to add people to user group ${id}.`)
    }
  }
}

/** Default channels are open to all who come; into others the inviter must be able to put people. */
function assertCanPutInto(organization: Organization, caller: User, channelId: number): void {
  const channel = channelDirectory(organization).byId.get(channelId)
  const isPossible =
    channel &&
    !channel.isArchived &&
    ((channel.isDefault && hasContentAccess(organization, caller, channel)) ||
      maySubscribeOthersTo(organization, caller, channel))
  if (!isPossible) throw badRequest(`Invalid channel ID ${channelId}. No invites were sent.`)
}

/** When an invitation made now ends, in UNIX seconds; null is never. */
export function expiryOf(organization: Organization, { expiresInMinutes }: InvitationRequest): number | null {
  return expiresInMinutes === null ? null : seconds(organization.clock) + 60 * expiresInMinutes
}
