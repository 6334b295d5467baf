// The pages on which people join: with the link of an invitation.
import { Type } from '@sinclair/typebox'
import { passwordLength } from '../accounts/creating'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import type { Invitation } from '../invitations/repository'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { formHtml, submitted, type Field, type Problem } from '../pages/form'
import { html, type Content } from '../pages/html'
import { pageResponse, seeOther } from '../pages/page'
import { home, pageSpec } from '../pages/route'
import { sessionCookie } from '../sessions/cookie'
import { directory } from '../users/repository'
import { joinByInvitation, openInvitation } from './joining'

const text = Type.String({ default: '' })
const parameters = Type.Object({ email: text, full_name: text, password: text })
const path = Type.Object({ key: Type.String() })

export function joiningPages(api: Api): void {
  const spec = { ...pageSpec('Join', []), path }
  api.open.get('/join/:key', spec, ({ organization, path }) => {
    const invitation = openInvitation(organization, path.key)
    return invitation ? invitationPage(organization, invitation) : endedPage(organization)
  })
  api.open.post(
    '/join/:key',
    { ...spec, parameters },
    ({ organization, path, parameters, request, address, origin }) => {
      assertNotForged(request, origin)
      const invitation = openInvitation(organization, path.key)
      if (!invitation) return endedPage(organization)
      const { full_name: fullName, password } = parameters
      const email = invitation.email ?? parameters.email
      const userAgent = request.headers.get('user-agent') ?? ''
      const newcomer = { email, fullName, password, userAgent, address: address }
      return submitted(
        async () => {
          const token = await joinByInvitation(organization, path.key, newcomer)
          return seeOther(home, sessionCookie(token, origin))
        },
        (problem) => invitationPage(organization, invitation, { email, fullName, problem }),
      )
    },
  )
}

/** What was filled in already, and what is wrong with it. */
interface Filled {
  email: string
  fullName: string
  problem: Problem | undefined
}

function invitationPage(organization: Organization, invitation: Invitation, filled?: Filled): Response {
  const inviter = directory(organization).byId.get(invitation.inviterId)
  return joinPage(
    organization,
    inviter && html`<p>${inviter.fullName} invites you.</p>`,
    filled ?? { email: invitation.email ?? '', fullName: '', problem: undefined },
    invitation.email !== null,
  )
}

function joinPage(
  organization: Organization,
  about: Content,
  { email, fullName, problem }: Filled,
  hasFixedEmail: boolean,
): Response {
  const fields: Field[] = [
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

/** The same for a link that never was one. */
function endedPage(organization: Organization): Response {
  return pageResponse({
    organization,
    title: 'This invitation has ended',
    body: html`<p>
        It was used already, or taken back, or its time is over. Ask whoever sent it to you for another one.
      </p>
      <footer>You have an account here? <a href="/login">Log in</a></footer>`,
    status: 410,
  })
}
