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
import { visitor, type Visitor } from '../pages/reader'
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
  api.open.get('/join/:key', spec, ({ organization, path, request }) => {
    const invitation = openInvitation(organization, path.key)
    const reader = visitor(organization, request)
    return invitation ? invitationPage(reader, invitation) : invitationEnded(reader)
  })
  const { userRateLimit, clock } = api.context
  const askings = askingLimits(userRateLimit !== undefined, clock)
  api.open.post('/join/:key', { ...spec, parameters }, (call) => {
    const { organization, path, request, origin } = call
    assertNotForged(request, origin)
    const invitation = openInvitation(organization, path.key)
    const reader = visitor(organization, request)
    if (!invitation) return invitationEnded(reader)
    if (mustProve(organization, invitation)) return askFor(call, askings, invitation)
    const sent = newcomerOf(call)
    const newcomer = { ...sent, email: invitation.email ?? sent.email }
    return submitted(
      reader.texts,
      async () => letIn(await joinByInvitation(organization, path.key, newcomer), origin),
      (problem) => invitationPage(reader, invitation, { ...newcomer, problem }),
    )
  })
  registrationPages(api, askings)
}

function registrationPages(api: Api, askings: AskingLimits): void {
  const { userRateLimit, clock } = api.context
  const registrations = new RateLimiter(userRateLimit && registrationLimit, clock)
  const spec = pageSpec('Create an account', [])
  api.open.get('/register', spec, ({ organization, request }) => {
    const reader = visitor(organization, request)
    if (settings(organization).invite_required) return uninvited(reader)
    return isMailConfigured(organization)
      ? askingPage(reader, undefined, '')
      : joinPage(reader, undefined, nothingFilled, uninvitedMember)
  })
  api.open.post('/register', { ...spec, parameters }, (call) => {
    const { organization, request, origin, address } = call
    assertNotForged(request, origin)
    const reader = visitor(organization, request)
    if (settings(organization).invite_required) return uninvited(reader)
    if (isMailConfigured(organization)) return askFor(call, askings, undefined)
    const newcomer = newcomerOf(call)
    const count = (): void => void registrations.hit(() => address)
    return submitted(
      reader.texts,
      async () => letIn(await joinUninvited(organization, newcomer, count), origin),
      (problem) => joinPage(reader, undefined, { ...newcomer, problem }, uninvitedMember),
    )
  })
  provenPages(api)
}

/** The pages of those who have proved their address by the link of a mail to it. */
function provenPages(api: Api): void {
  const spec = { ...pageSpec('Create an account', []), path: Type.Object({ token: Type.String() }) }
  api.open.get('/register/:token', spec, ({ organization, path, request }) => {
    const claim = openClaim(organization, path.token)
    const reader = visitor(organization, request)
    return claim ? claimPage(reader, claim) : noticePage(reader, reader.texts.join.linkEnded, 410)
  })
  api.open.post('/register/:token', { ...spec, parameters }, (call) => {
    const { organization, path, request, origin } = call
    assertNotForged(request, origin)
    const claim = openClaim(organization, path.token)
    const reader = visitor(organization, request)
    if (!claim) return noticePage(reader, reader.texts.join.linkEnded, 410)
    const newcomer = { ...newcomerOf(call), email: claim.address }
    const { invitation } = claim
    return submitted(
      reader.texts,
      async () => {
        const token = invitation
          ? await joinByInvitation(organization, invitation.key, newcomer)
          : await joinUninvited(organization, newcomer, () => {})
        return letIn(token, origin)
      },
      (problem) => claimPage(reader, claim, { ...newcomer, problem }),
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

function claimPage(reader: Visitor, { address, invitation }: OpenClaim, filled?: Filled): Response {
  const known = filled ?? { ...nothingFilled, email: address }
  const isGuest = invitation?.role === roles.guest
  return joinPage(reader, undefined, known, { hasFixedEmail: true, isGuest })
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

function invitationPage(reader: Visitor, invitation: Invitation, filled?: Filled): Response {
  const { organization, texts } = reader
  const inviter = directory(organization).byId.get(invitation.inviterId)
  const about = inviter && html`<p>${texts.join.invites(inviter.fullName)}</p>`
  if (mustProve(organization, invitation)) return askingPage(reader, about, '')
  return joinPage(reader, about, filled ?? { ...nothingFilled, email: invitation.email ?? '' }, {
    hasFixedEmail: invitation.email !== null,
    isGuest: invitation.role === roles.guest,
  })
}

function joinPage(
  reader: Visitor,
  about: Content,
  { email, fullName, groupNames, problem }: Filled,
  { hasFixedEmail, isGuest }: { hasFixedEmail: boolean; isGuest: boolean },
): Response {
  const { join, fields: labels, haveAccount, logIn } = reader.texts
  const fields: (Field | Choice)[] = [
    {
      name: 'email',
      label: labels.email,
      type: 'email',
      autocomplete: 'username',
      value: email,
      isReadonly: hasFixedEmail,
      ...(hasFixedEmail ? {} : { hint: labels.emailHint }),
    },
    {
      name: 'full_name',
      label: labels.name,
      type: 'text',
      autocomplete: 'name',
      value: fullName,
      hint: labels.nameHint,
      maxLength: 100,
    },
    {
      name: 'password',
      label: labels.password,
      type: 'password',
      autocomplete: 'new-password',
      hint: labels.passwordHint(passwordLength.min),
      minLength: passwordLength.min,
    },
    ...(isGuest ? [] : groupFields(reader, groupNames)),
  ]
  return pageResponse(reader, {
    title: join.title(settings(reader.organization).name),
    body: html`${about} ${formHtml({ fields, submit: join.submit, problem })}
      <footer>${haveAccount} <a href="/login">${logIn}</a></footer>`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

/** A choice where to start beside the default channels, if there is one. */
function groupFields({ organization, texts }: Visitor, chosen: readonly string[]): Choice[] {
  const groups = allDefaultChannelGroups(organization)
  if (groups.length === 0) return []
  return [
    {
      name: 'default_stream_group',
      label: texts.join.channels,
      hint: texts.join.channelsHint,
      options: groups.map(({ name, description }) => ({ value: name, label: name, hint: description })),
      chosen,
    },
  ]
}

/** Shown for a link that never was one, too. */
function invitationEnded(reader: Visitor): Response {
  return noticePage(reader, reader.texts.join.invitationEnded, 410)
}

function uninvited(reader: Visitor): Response {
  return noticePage(reader, reader.texts.join.uninvited, 403)
}
