// Google for tests: gives tokens for assertions that are signed with the service account's key, and takes messages with those.
import { exportPKCS8, generateKeyPair, jwtVerify, type JWTPayload } from 'jose'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { FcmAccess } from '../../src/organization/rules'
import { webServer, type WebServer } from './web-servers'

/** FCM takes nothing but texts. */
const Sent = Type.Object({
  message: Type.Object({
    token: Type.String(),
    data: Type.Record(Type.String(), Type.String()),
    android: Type.Object({ priority: Type.Union([Type.Literal('HIGH'), Type.Literal('NORMAL')]) }),
  }),
})

/** A message that a device was sent. */
export interface FcmSent {
  readonly token: string
  readonly data: Readonly<Record<string, string>>
  readonly priority: string
  readonly headers: Headers
}

export interface FcmServer extends WebServer {
  readonly access: FcmAccess
  /** What a service account's file says. */
  readonly account: object
  readonly sent: FcmSent[]
  /** What assertions said. */
  readonly assertions: JWTPayload[]
  /** By device, what it answers instead. */
  readonly answers: Map<string, () => Response>
  /** What it answers whatever it is asked, and where. */
  fault: ((path: string) => Response | undefined | Promise<Response | undefined>) | undefined
  /** What was sent, and from then on no longer. */
  take(): FcmSent[]
}

/** @param now the time by which assertions are judged, in milliseconds */
export async function startFcm(now: () => number): Promise<FcmServer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const clientEmail = 'confab@example-project.example.com'
  const sent: FcmSent[] = []
  const assertions: JWTPayload[] = []
  const good = new Set<string>()
  const answers = new Map<string, () => Response>()

  const giveToken = async (request: Request, url: string) => {
    const form = new URLSearchParams(await request.text())
    try {
      const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
        audience: url,
        issuer: clientEmail,
        currentDate: new Date(now()),
      })
      assertions.push(payload)
    } catch {
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    const access_token = `token-${assertions.length}`
    good.add(access_token)
    return Response.json({ access_token, expires_in: 3600, token_type: 'Bearer' })
  }
  const takeMessage = async (request: Request) => {
    const authorization = request.headers.get('authorization') ?? ''
    if (!good.has(authorization.replace('Bearer ', ''))) return googleError(401, 'UNAUTHENTICATED')
    const { message } = Value.Parse(Sent, await request.json())
    const answer = answers.get(message.token)?.()
    if (answer) return answer
    const { token, data, android } = message
    sent.push({ token, data, priority: android.priority, headers: request.headers })
    return Response.json({ name: `projects/example-project/messages/${sent.length}` })
  }
  const server: FcmServer = {
    ...webServer(async (path, request) => {
      const failed = await server.fault?.(path)
      if (failed) return failed
      if (path === '/token') return giveToken(request, `${server.url}/token`)
      if (path === '/v1/projects/example-project/messages:send') return takeMessage(request)
      return googleError(404, 'NOT_FOUND')
    }),
    access: { projectId: '', clientEmail: '', privateKey: '', tokenUrl: '', url: '' },
    account: {},
    sent,
    assertions,
    answers,
    fault: undefined,
    take: () => sent.splice(0),
  }
  const pem = await exportPKCS8(privateKey)
  const { url } = server
  const token_uri = `${url}/token`
  const project = 'example-project'
  return Object.assign(server, {
    access: { projectId: project, clientEmail, privateKey: pem, tokenUrl: token_uri, url },
    account: {
      type: 'service_account',
      project_id: project,
      client_email: clientEmail,
      private_key: pem,
      token_uri,
    },
  })
}

/** An error as Google's services say it. @param errorCode FCM's own */
export function googleError(status: number, word: string, errorCode?: string): Response {
  const details =
    errorCode === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }]
  return Response.json({ error: { code: status, message: 'No', status: word, details } }, { status })
}
