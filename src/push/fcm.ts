// Sending to a device through Google's FCM, with the operator's own service account (HTTP v1).
import type { Organization } from '../organization/organization'
import type { FcmAccess } from '../organization/rules'
import { networkOf, sendRequest } from '../outgoing/client'
import { retryAfter } from '../outgoing/retry-after'
import { forgetGoogleToken, googleToken } from './google-token'
import { jsonOf, valueAt, wordAt } from './json'
import type { PushOutcome } from './outcome'

export interface FcmMessage {
  /** What the device is known by: a secret. */
  readonly token: string
  readonly data: Readonly<Record<string, string>>
  /** `normal` may wait until the device is used. */
  readonly priority: 'high' | 'normal'
}

/** @param deliveryId the same at each attempt. @throws the reason of the signal */
export async function sendByFcm(
  organization: Organization,
  access: FcmAccess,
  { token, data, priority }: FcmMessage,
  { deliveryId, signal }: { deliveryId: string; signal: AbortSignal },
): Promise<PushOutcome> {
  const { clock } = organization
  const network = networkOf(organization)
  const access_token = await googleToken(access, clock, network)
  if (access_token.kind !== 'token') return access_token
  const outcome = await sendRequest(
    {
      url: `${access.url}/v1/projects/${encodeURIComponent(access.projectId)}/messages:send`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token.token}`,
        'content-type': 'application/json',
        'idempotency-key': deliveryId,
      },
      body: JSON.stringify({ message: { token, data, android: { priority: priority.toUpperCase() } } }),
      limits: { redirects: 0 },
      signal,
    },
    network,
  )
  if (outcome.kind !== 'answered') return { kind: 'unreachable', reason: `FCM: ${outcome.reason}` }
  const { status, headers, body } = outcome
  const json = jsonOf(body)
  if (status === 200 && typeof valueAt(json, 'name') === 'string') return { kind: 'sent' }
  const code = errorCode(json)
  if (isGone(code, json)) return { kind: 'gone' }
  const reason = `FCM answered ${status}${code === undefined ? '' : ` (${code})`}`
  if (status === 400 || status === 413) return { kind: 'rejected', reason }
  if (status === 401 || status === 403 || status === 404) {
    forgetGoogleToken(access)
    return { kind: 'unauthorized', reason }
  }
  return { kind: 'failing', reason, retryAfterSeconds: retryAfter(headers, clock.now()) }
}

/** FCM's own code where there is one, else that of Google's services. */
function errorCode(json: unknown): string | undefined {
  const codes = detailsOf(json).map((detail) => wordAt(detail, 'errorCode'))
  return codes.find((code) => code !== undefined) ?? wordAt(json, 'error', 'status')
}

/** Whether the token is nobody's any more, belongs to another app, or was never one. */
function isGone(code: string | undefined, json: unknown): boolean {
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return true
  const fields = detailsOf(json).flatMap((detail) => listOf(valueAt(detail, 'fieldViolations')))
  return code === 'INVALID_ARGUMENT' && fields.some((field) => valueAt(field, 'field') === 'message.token')
}

function detailsOf(json: unknown): readonly unknown[] {
  return listOf(valueAt(json, 'error', 'details'))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
