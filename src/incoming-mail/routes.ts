// Route by which a mail server hands mails over: POST /email_mirror.
import type { Api } from '../http/api'
import { ApiError, badRequest, invalidParameter, missingParameter } from '../http/errors'
import { gather, noneRepeated, readBody, type RawParameters } from '../http/raw-parameters'
import type { RouteSpec, NoFields } from '../http/route'
import type { Organization } from '../organization/organization'
import { isSameSecret } from '../organization/signing'
import { acceptMail, largestMail } from './accepting'
import { recipientOf } from './recipients'

/** The largest mail in Base64, in a form that has its signs and lines percent-encoded. */
const largestBody = Math.ceil(largestMail * 1.6)

const spec: RouteSpec<NoFields, NoFields> = {
  summary: 'Take in a mail',
  description:
    'For a mail server’s pipe, where the operator has set a secret (--incoming-mail-secret). The body is a form or JSON: ' +
    '`rcpt_to`, whom the mail is for; `msg_base64`, all of it in Base64, at most 10 MiB; `secret`. Once it is ' +
    'answered, the mail is stored and may be forgotten; what fails with a status of 500 or more, or 429, is to be ' +
    'tried again. An unknown recipient is REQUEST_VARIABLE_INVALID for `rcpt_to`.',
  credentials: [],
  rawBody: true,
}

export function incomingMailRoutes(api: Api): void {
  // Mail servers that were set up for other servers of the protocol know it without the prefix of the API.
  for (const place of [{}, { besideApi: true as const }]) {
    api.open.post('/email_mirror', { ...spec, ...place }, ({ organization, request }) =>
      takeMail(organization, request),
    )
  }
}

async function takeMail(organization: Organization, request: Request): Promise<void> {
  const { incomingMailSecret: secret } = organization.rules
  if (secret === null) throw badRequest('This server takes no mails by HTTP')
  const body = await readBody(request, largestBody)
  const given = await gather(request, request.url, body, noneRepeated)
  if (!isSameSecret(textOf(given, 'secret'), secret)) {
    throw new ApiError('UNAUTHORIZED', 'secret is wrong', {})
  }
  const recipient = recipientOf(organization, textOf(given, 'rcpt_to'))
  if (!recipient) throw invalidParameter('rcpt_to', 'There is no such recipient')
  await acceptMail(organization, recipient, mailOf(textOf(given, 'msg_base64')))
}

function textOf(given: RawParameters, name: string): string {
  const value = given.get(name)
  if (value === undefined) throw missingParameter(name)
  if (typeof value !== 'string') throw invalidParameter(name, `${name} is not text`)
  return value
}

/** Forms that are not encoded as they should be have spaces for its plus signs. */
function mailOf(base64: string): Uint8Array {
  const signs = base64.trim().replaceAll(' ', '+').replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(signs)) throw invalidParameter('msg_base64', 'msg_base64 is not Base64')
  return Buffer.from(signs, 'base64')
}
