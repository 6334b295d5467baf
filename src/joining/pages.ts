// The pages on which people join: with the link of an invitation, or without one where the organization is open to all.
import { Type, type Static } from '@sinclair/typebox'
import { passwordLength } from '../accounts/creating'
import type { Api } from '../http/api'
import { allDefaultChannelGroups, maxGroups } from '../default-channel-groups/repository'
import { assertNotForged } from '../http/cross-site'
import { Ticked } from '../http/parameters'
import { RateLimiter } from '../http/rate-limits'
import type { OpenCall } from '../http/route'
import type { Invitation } from '../invitations/repository'
import { isMailConfigured } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { formHtml, submitted, type Choice, type Field, type Problem } from '../pages/form'
import { html, type Content } from '../pages/html'
import { noticePage, pageResponse, seeOther } from '../pages/page'
import { home, pageSpec } from '../pages/route'
import { sessionCookie } from '../sessions/cookie'
import { roles } from '../users/rank'
import { directory } from '../users/repository'
import { askFor, askingLimits, askingPage, mustProve, type AskingLimits } from './asking'
import { joinByInvitation, joinUninvited, openInvitation, type Newcomer } from './joining'
import { claimOfLink } from './registering'

const text = Type.String({ default: '' })
const parameters = Type.Object({
  email: text,
  full_name: text,
  password: text,
  default_stream_group: Ticked(maxGroups),
})
const path = Type.Object({ key: Type.String() })

/** Accounts that may be made from one address without an invitation. */
const registrationLimit = { limit: 30, windowSeconds: 3600 }

export function joiningPages(api: Api): void {
  const spec = { ...pageSpec('Join', []), path }
  api.open.get('/join/:key', spec, ({ organization, path }) => {
    const invitation = openInvitation(organization, path.key)
    return invitation ? invitationPage(organization, invitation) : noticePage(organization, ended)
  })
  const { userRateLimit, clock } = api.context
  const askings = askingLimits(userRateLimit !== undefined, clock)
  api.open.post('/join/:key', { ...spec, parameters }, (call) => {
    const { organization, path, request, origin } = call
    assertNotForged(request, origin)
    const invitation = openInvitation(organization, path.key)
    if (!invitation) return noticePage(organization, ended)
    if (mustProve(organization, invitation)) return askFor(call, askings, invitation)
    const sent = newcomerOf(call)
    const newcomer = { ...sent, email: invitation.email ?? sent.email }
    return submitted(
      async () => letIn(await joinByInvitation(organization, path.key, newcomer), origin),
      (problem) => invitationPage(organization, invitation, { ...newcomer, problem }),
    )
  })
  registrationPages(api, askings)
}

function registrationPages(api: Api, askings: AskingLimits): void {
  const { userRateLimit, clock } = api.context
  const registrations = new RateLimiter(userRateLimit && registrationLimit, clock)
  const spec = pageSpec('Create an account', [])
  api.open.get('/register', spec, ({ organization }) => {
    if (settings(organization).invite_required) return noticePage(organization, uninvited)
    return isMailConfigured(organization)
      ? askingPage(organization, undefined, '')
      : joinPage(organization, undefined, nothingFilled, uninvitedMember)
  })
  api.open.post('/register', { ...spec, parameters }, (call) => {
    const { organization, request, origin, address } = call
    assertNotForged(request, origin)
    if (settings(organization).invite_required) return noticePage(organization, uninvited)
    if (isMailConfigured(organization)) return askFor(call, askings, undefined)
    const newcomer = newcomerOf(call)
    const count = (): void => void registrations.hit(() => address)
    return submitted(
      async () => letIn(await joinUninvited(organization, newcomer, count), origin),
      (problem) => joinPage(organization, undefined, { ...newcomer, problem }, uninvitedMember),
    )
  })
  provenPages(api)
}

/** The pages of those who have proved their address by the link of a mail to it. */
function provenPages(api: Api): void {
  const spec = { ...pageSpec('Create an account', []), path: Type.Object({ token: Type.String() }) }
  api.open.get('/register/:token', spec, ({ organization, path }) => {
    const claim = openClaim(organization, path.token)
    return claim ? claimPage(organization, claim) : noticePage(organization, linkEnded)
  })
  api.open.post('/register/:token', { ...spec, parameters }, (call) => {
    const { organization, path, request, origin } = call
    assertNotForged(request, origin)
    const claim = openClaim(organization, path.token)
    if (!claim) return noticePage(organization, linkEnded)
    const newcomer = { ...newcomerOf(call), email: claim.address }
    const { invitation } = claim
    return submitted(
      async () => {
        const token = invitation
          ? await joinByInvitation(organization, invitation.key, newcomer)
          : await joinUninvited(organization, newcomer, () => {})
        return letIn(token, origin)
      },
      (problem) => claimPage(organization, claim, { ...newcomer, problem }),
    )
  })
}

interface OpenClaim {
  address: string
  invitation: Invitation | undefined
}

/** What a link says with which an account can still be made. */
function openClaim(organization: Organization, token: string): OpenClaim | undefined {
  const claim = claimOfLink(organization, token)
  if (!claim) return undefined
  const { address, invitationKey } = claim
  const invitation = invitationKey === null ? undefined : openInvitation(organization, invitationKey)
  const isOpen =
    invitation !== undefined || (invitationKey === null && !settings(organization).invite_required)
  return isOpen ? { address, invitation } : undefined
}

function claimPage(
  organization: Organization,
  { address, invitation }: OpenClaim,
  filled?: Filled,
): Response {
  const known = filled ?? { ...nothingFilled, email: address }
  const isGuest = invitation?.role === roles.guest
  return joinPage(organization, undefined, known, { hasFixedEmail: true, isGuest })
}

function newcomerOf({
  parameters: { email, full_name: fullName, password, default_stream_group: groupNames },
  request,
  address,
}: OpenCall<object, Static<typeof parameters>>): Newcomer {
  return {
    email,
    fullName,
    password,
    groupNames,
    userAgent: request.headers.get('user-agent') ?? '',
    address,
  }
}

function letIn(token: string, origin: string): Response {
  return seeOther(home, sessionCookie(token, origin))
}

const uninvitedMember = { hasFixedEmail: false, isGuest: false }

/** What was filled in already, and what is wrong with it. */
interface Filled {
  email: string
  fullName: string
  groupNames: readonly string[]
  problem: Problem | undefined
}

const nothingFilled: Filled = { email: '', fullName: '', groupNames: [], problem: undefined }

function invitationPage(organization: Organization, invitation: Invitation, filled?: Filled): Response {
  const inviter = directory(organization).byId.get(invitation.inviterId)
  const about = inviter && html`<p>${inviter.fullName} invites you.</p>`
  if (mustProve(organization, invitation)) return askingPage(organization, about, '')
  return joinPage(organization, about, filled ?? { ...nothingFilled, email: invitation.email ?? '' }, {
    hasFixedEmail: invitation.email !== null,
    isGuest: invitation.role === roles.guest,
  })
}

function joinPage(
  organization: Organization,
  about: Content,
  { email, fullName, groupNames, problem }: Filled,
  { hasFixedEmail, isGuest }: { hasFixedEmail: boolean; isGuest: boolean },
): Response {
  const fields: (Field | Choice)[] = [
    {
      name: 'email',
      label: 'E-mail address',
      type: 'email',
      autocomplete: 'username',
      value: email,
      isReadonly: hasFixedEmail,
      ...(hasFixedEmail ? {} : { hint: 'You log in with it.' }),
    },
    {
      name: 'full_name',
      label: 'Name',
      type: 'text',
      autocomplete: 'name',
      value: fullName,
      hint: 'How others see you here.',
      maxLength: 100,
    },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'new-password',
      hint: `At least ${passwordLength.min} characters.`,
      minLength: passwordLength.min,
    },
    ...(isGuest ? [] : groupFields(organization, groupNames)),
  ]
  return pageResponse({
    organization,
    title: `Join ${settings(organization).name}`,
    body: html`${about} ${formHtml({ fields, submit: 'Join', problem })}
      <footer>You have an account here? <a href="/login">Log in</a></footer>`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

/** A choice where to start beside the default channels, if there is one. */
function groupFields(organization: Organization, chosen: readonly string[]): Choice[] {
  const groups = allDefaultChannelGroups(organization)
  if (groups.length === 0) return []
  return [
    {
      name: 'default_stream_group',
      label: 'Channels',
      hint: 'Where you start, beside the channels that everybody starts in.',
      options: groups.map(({ name, description }) => ({ value: name, label: name, hint: description })),
      chosen,
    },
  ]
}

/** Shown for a link that never was one, too. */
const ended = {
  title: 'This invitation has ended',
  text: 'It was used already, or taken back, or its time is over. Ask whoever sent it to you for another one.',
  status: 410,
}

const linkEnded = {
  title: 'This link has ended',
  text: 'It is more than a day old, or people can no longer join with it. Begin again, or ask somebody inside.',
  status: 410,
}

const uninvited = {
  title: 'You need an invitation',
  text: 'Only people who are invited can join here. Ask somebody inside for a link.',
  status: 403,
}
