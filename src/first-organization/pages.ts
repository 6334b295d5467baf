// The page on which whoever has the link of the server's console makes its first organization.
import { Type, type Static } from '@sinclair/typebox'
import { passwordLength } from '../accounts/creating'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { Ticked } from '../http/parameters'
import { RateLimiter } from '../http/rate-limits'
import { serverPage } from '../http/server-page'
import { actingAs } from '../organization/actor'
import { OrganizationExistsError } from '../organization/organizations'
import { failurePage } from '../pages/failure'
import { formHtml, submitted, type Choice, type Field, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { pageResponse, seeOther } from '../pages/page'
import { stranger, type Reader } from '../pages/reader'
import { home } from '../pages/route'
import type { Notice, Texts } from '../pages/texts/english'
import { sessionCookie } from '../sessions/cookie'
import { dropSetupKey, isSetupKey, setupPath } from './key'
import { makeFirstOrganization, type Wanted } from './making'

const text = Type.String({ default: '' })
const parameters = Type.Object({
  name: text,
  full_name: text,
  email: text,
  password: text,
  channels: Ticked(20),
  more_channels: text,
})

/** Keys that may be tried, and forms sent, from one address. */
const limit = { limit: 60, windowSeconds: 3600 }

export function firstOrganizationPages(api: Api): void {
  const { organizations, dataFolder, userRateLimit, clock } = api.context
  const attempts = new RateLimiter(userRateLimit && limit, clock)
  const path = `${setupPath}/:key`
  const spec = { path: Type.Object({ key: Type.String() }), page: failurePage }
  serverPage(api, 'GET', path, spec, ({ path, request, address }) => {
    attempts.hit(() => address)
    const reader = stranger(request)
    const { first } = reader.texts
    if (!organizations.isEmpty) return endPage(reader, first.ended, 410)
    if (!isSetupKey(dataFolder, path.key)) return endPage(reader, first.wrong, 404)
    return setupPage(reader, nothingFilled(reader.texts))
  })
  let turn: Promise<unknown> = Promise.resolve()
  serverPage(api, 'POST', path, { ...spec, parameters }, (call) => {
    const { path, parameters: sent, request, address, origin } = call
    assertNotForged(request, origin)
    attempts.hit(() => address)
    const reader = stranger(request)
    const { first } = reader.texts
    if (!organizations.isEmpty) return endPage(reader, first.ended, 410)
    if (!isSetupKey(dataFolder, path.key)) return endPage(reader, first.wrong, 404)
    const browser = { userAgent: request.headers.get('user-agent') ?? '', address }
    const make = async (): Promise<Response> => {
      if (!organizations.isEmpty) return endPage(reader, first.taken, 409)
      const wanted = wantedBy(sent, reader.texts)
      const token = await actingAs({ ...nobody, address }, () =>
        makeFirstOrganization(organizations, wanted, browser),
      )
      dropSetupKey(dataFolder)
      return seeOther(home, sessionCookie(token, origin))
    }
    return submitted(
      reader.texts,
      () => {
        // Of two people with the link, one waits here for the other.
        const made = turn.then(make)
        turn = made.catch(() => undefined)
        return made
      },
      (problem) => setupPage(reader, { ...sent, problem }),
    ).catch((error: unknown) => {
      // On the command line, at the same moment.
      if (error instanceof OrganizationExistsError) return endPage(reader, first.taken, 409)
      throw error
    })
  })
}

/** Who acts before anybody has an account. */
const nobody = { caller: undefined, sessionId: undefined, apiKeyId: undefined, client: 'Browser' }

type Sent = Static<typeof parameters>

function wantedBy(
  { name, full_name, email, password, channels, more_channels }: Sent,
  { locale }: Texts,
): Wanted {
  return {
    name,
    fullName: full_name,
    email,
    password,
    channels: [...channels, ...more_channels.split(/[,;\n]/)],
    language: locale,
  }
}

type Filled = Omit<Sent, 'password'> & { problem: Problem | undefined }

/** So many of the suggested channels are ticked at first. */
const tickedAtFirst = 2

function nothingFilled({ first }: Texts): Filled {
  const channels = first.suggested.slice(0, tickedAtFirst).map(({ name }) => name)
  return { name: '', full_name: '', email: '', channels, more_channels: '', problem: undefined }
}

function setupPage(
  reader: Reader,
  { name, full_name, email, channels, more_channels, problem }: Filled,
): Response {
  const { first, fields: labels } = reader.texts
  const fields: (Field | Choice)[] = [
    {
      name: 'name',
      label: first.organization,
      type: 'text',
      autocomplete: 'organization',
      value: name,
      hint: first.organizationHint,
      maxLength: 40,
    },
    {
      name: 'full_name',
      label: first.owner,
      type: 'text',
      autocomplete: 'name',
      value: full_name,
      hint: first.ownerHint,
      maxLength: 100,
    },
    {
      name: 'email',
      label: labels.email,
      type: 'email',
      autocomplete: 'username',
      value: email,
      hint: first.emailHint,
    },
    {
      name: 'password',
      label: labels.password,
      type: 'password',
      autocomplete: 'new-password',
      hint: labels.passwordHint(passwordLength.min),
      minLength: passwordLength.min,
    },
    {
      name: 'channels',
      label: first.channels,
      hint: first.channelsHint,
      options: first.suggested.map((each) => ({ value: each.name, label: each.name, hint: each.hint })),
      chosen: channels,
    },
    {
      name: 'more_channels',
      label: first.moreChannels,
      type: 'text',
      autocomplete: 'off',
      value: more_channels,
      hint: first.moreChannelsHint,
      isOptional: true,
    },
  ]
  return pageResponse(reader, {
    title: first.title,
    body: html`<p>${first.text}</p>
      ${formHtml({ fields, submit: first.submit, problem })}`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

/** Says why the link does nothing, and where those go who have an account. */
function endPage(reader: Reader, { title, text }: Notice, status: number): Response {
  return pageResponse(reader, {
    title,
    body: html`<p>${text}</p>
      ${status !== 404 && html`<footer><a href="/login">${reader.texts.logIn}</a></footer>`}`,
    status,
  })
}
