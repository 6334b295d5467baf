// Invitations on the wire: the object, its link, and the event that says that there are others now.
import type { ServerEvent } from '../events/event'
import { ApiError } from '../http/errors'
import { isMailConfigured } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { isAdministrator } from '../users/rank'
import { directory } from '../users/repository'
import type { Invited } from './inviting'
import type { Invitation } from './repository'

/**
 * Reference: components/schemas/Invite. Where no mail goes out, invitations by e-mail address have their `link_url` too, for
 * the inviting person to pass on; where it does, the link shows that whoever has it reads what comes to the address.
 * @param origin the address at which the caller reaches the organization
 */
export function invitationObject(organization: Organization, invitation: Invitation, origin: string) {
  const isMailed = invitation.email !== null && isMailConfigured(organization)
  return {
    id: invitation.id,
    invited_by_user_id: invitation.inviterId,
    invited: invitation.invitedAt,
    expiry_date: invitation.expiresAt,
    invited_as: invitation.role,
    ...(invitation.email === null ? {} : { email: invitation.email }),
    notify_referrer_on_join: invitation.tellsInviter,
    is_multiuse: invitation.email === null,
    ...(isMailed ? {} : { link_url: invitationLink(invitation, origin) }),
  }
}

/**
 * The answer where not everybody was invited: who not and why, and the invitations of the others.
 * @param origin as for `invitationObject`
 */
export function invitationFailure(
  organization: Organization,
  { invited, refused, isOverLimit }: Invited,
  origin: string,
): ApiError {
  return new ApiError('INVITATION_FAILED', failureText(invited.length, isOverLimit), {
    errors: refused,
    invites: invited.map((each) => invitationObject(organization, each, origin)),
    sent_invitations: invited.length > 0,
    daily_limit_reached: isOverLimit,
    license_limit_reached: false,
  })
}

function failureText(invited: number, isOverLimit: boolean): string {
  if (isOverLimit)
    return 'Nobody was invited: this organization has invited as many people as it may in a day.'
  return invited > 0
    ? 'Some of those addresses were not invited; all others were.'
    : 'None of those addresses was invited.'
}

/** Where those who are invited join. */
export function invitationLink({ key }: Invitation, origin: string): string {
  return `${origin}/join/${key}/`
}

/** `invites_changed`, to administrators and to those whose invitations they are. */
export function invitationsChangedEvent(
  organization: Organization,
  inviterIds: Iterable<number>,
): ServerEvent {
  const administrators = directory(organization).all.filter((user) => isAdministrator(user) && user.isActive)
  const audience = new Set([...administrators.map(({ id }) => id), ...inviterIds])
  return { type: 'invites_changed', audience, payload: () => ({}) }
}
