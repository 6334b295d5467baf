// Routes of invitations: /invites.
import { Type, type Static } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id, Text } from '../http/parameters'
import { RateLimiter } from '../http/rate-limits'
import { Role } from '../http/roles'
import { isMailConfigured } from '../mail/queueing'
import { managedInvitations, resendInvitation, revokeInvitation } from './actions'
import { inviteByEmail, makeInvitationLink } from './inviting'
import type { InvitationRequest } from './request'
import { invitationFailure, invitationLink, invitationObject } from './wire'

const InvitationInPath = Type.Object({ invite_id: Id() })
const ids = (description: string) => Type.Array(Id(), { maxItems: 1000, description })

const common = {
  invite_expires_in_minutes: Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Null()], {
    default: 10 * 24 * 60,
    description: 'null is never',
  }),
  invite_as: Type.Union(Role.anyOf, { default: 400, description: `Role: ${Role.description}` }),
  group_ids: Type.Optional(ids('User groups that those who come are added to')),
  include_realm_default_subscriptions: Type.Boolean({
    default: false,
    description: 'Whether those who come are subscribed to the default channels, too',
  }),
  notify_referrer_on_join: Type.Boolean({
    default: true,
    description: 'Whether the caller is told when somebody comes',
  }),
  welcome_message_custom_text: Type.Optional(
    Type.Union([Text({ maxLength: 8000 }), Type.Null()], {
      description:
        'What greets those who come, in Markdown; null is what the organization says, empty nothing. For administrators.',
    }),
  ),
}

const emailParameters = Type.Object({
  invitee_emails: Type.String({ description: 'E-mail addresses, separated by commas or newlines' }),
  stream_ids: ids('Channels that those who come are subscribed to'),
  ...common,
})

const linkParameters = Type.Object({
  stream_ids: Type.Optional(ids('Channels that those who come are subscribed to')),
  ...common,
})

/** Mails of one invitation beside the first. */
const resendLimit = { limit: 5, windowSeconds: 3600 }

export function invitationRoutes(api: Api): void {
  const { userRateLimit, clock } = api.context
  const resends = new RateLimiter(userRateLimit && resendLimit, clock)
  api.get(
    '/invites',
    {
      summary: 'Get all invitations',
      bots: 'none',
      description: 'Those by e-mail address have a link_url too where the server sends no mail.',
    },
    ({ organization, caller, origin }) => ({
      invites: managedInvitations(organization, caller).map((each) =>
        invitationObject(organization, each, origin),
      ),
    }),
  )
  api.post(
    '/invites',
    {
      summary: 'Send invitations',
      bots: 'none',
      description:
        'The answer has the new invitations in invites, as GET /invites has them. So has INVITATION_FAILED, where only ' +
        'some were invited. Where the server sends no mail, each has the link_url that the caller is to pass on, and the ' +
        'notification bot writes the links to the caller, too.',
      parameters: emailParameters,
    },
    async ({ organization, caller, parameters, origin }) => {
      const { invitee_emails } = parameters
      const outcome = await inviteByEmail(organization, caller, invitee_emails, requestOf(parameters), origin)
      if (outcome.refused.length > 0 || outcome.isOverLimit)
        throw invitationFailure(organization, outcome, origin)
      return { invites: outcome.invited.map((each) => invitationObject(organization, each, origin)) }
    },
  )
  api.post(
    '/invites/multiuse',
    { summary: 'Create a reusable invitation link', bots: 'none', parameters: linkParameters },
    async ({ organization, caller, parameters, origin }) => {
      const invitation = await makeInvitationLink(organization, caller, requestOf(parameters))
      return { invite_link: invitationLink(invitation, origin) }
    },
  )
  api.delete(
    '/invites/:invite_id',
    { summary: 'Revoke an email invitation', bots: 'none', path: InvitationInPath },
    ({ organization, caller, path }) => revokeInvitation(organization, caller, path.invite_id, 'email'),
  )
  api.delete(
    '/invites/multiuse/:invite_id',
    { summary: 'Revoke a reusable invitation link', bots: 'none', path: InvitationInPath },
    ({ organization, caller, path }) => revokeInvitation(organization, caller, path.invite_id, 'link'),
  )
  api.post(
    '/invites/:invite_id/resend',
    {
      summary: 'Resend an email invitation',
      bots: 'none',
      description:
        'Where the server sends no mail, the answer has the link_url that the caller is to pass on, and the notification ' +
        'bot writes it to the caller, too.',
      path: InvitationInPath,
    },
    async ({ organization, caller, path, origin }) => {
      if (isMailConfigured(organization))
        resends.hit(() => `${organization.subdomain}/${caller.id}/${path.invite_id}`)
      const link_url = await resendInvitation(organization, caller, path.invite_id, origin)
      return isMailConfigured(organization) ? {} : { link_url }
    },
  )
}

type Parameters = Omit<Static<typeof linkParameters>, 'stream_ids'> & { stream_ids?: number[] }

function requestOf(parameters: Parameters): InvitationRequest {
  return {
    role: parameters.invite_as,
    expiresInMinutes: parameters.invite_expires_in_minutes,
    channelIds: parameters.stream_ids ?? [],
    groupIds: parameters.group_ids ?? [],
    includesDefaults: parameters.include_realm_default_subscriptions,
    tellsInviter: parameters.notify_referrer_on_join,
    welcomeText: parameters.welcome_message_custom_text ?? null,
  }
}
