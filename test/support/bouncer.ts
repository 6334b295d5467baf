// A push bouncer for tests: it knows its servers and their devices, and can be told to fail.
import { webServer, type WebServer } from './web-servers'

/** What was asked of it by a server that it knows. */
export interface BouncerCall {
  /** Under `/api/v1/remotes/`. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

/** What it does instead of what it is for. */
export type BouncerFault = (call: BouncerCall) => Response | undefined | Promise<Response | undefined>

/** What it answers to calls of a path. */
export type BouncerAnswers = (body: Readonly<Record<string, unknown>>) => object

export interface Bouncer extends WebServer {
  readonly access: { readonly url: string; readonly id: string; readonly key: string }
  readonly calls: BouncerCall[]
  /** Devices of the server that is known, as `kind token user`. */
  readonly devices: Set<string>
  /** The tokens that it will call gone. */
  readonly gone: Set<string>
  /** Further paths, beside those of the plain protocol. */
  readonly answers: Map<string, BouncerAnswers>
  fault: BouncerFault | undefined
  /** The calls of a path, and from then on no longer. */
  take(path: string): BouncerCall[]
}

/** @param access what the server says that it knows */
export function startBouncer(
  access = { id: '6b1e8d0c-7a2f-4c55-9d0e-3f1a2b3c4d5e', key: 'k'.repeat(64) },
): Bouncer {
  const calls: BouncerCall[] = []
  const devices = new Set<string>()
  const gone = new Set<string>()
  const known = new Set([basic(access.id, access.key)])

  const answers = new Map<string, BouncerAnswers>([
    ['push/register', (body) => (devices.add(deviceOf(body)), {})],
    ['push/unregister', (body) => (devices.delete(deviceOf(body)), {})],
    [
      'push/unregister/all',
      ({ user_uuid }) => {
        for (const device of devices) if (device.endsWith(` ${text(user_uuid)}`)) devices.delete(device)
        return {}
      },
    ],
    ['push/notify', (body) => ({ deleted_devices: deletedOf(body, gone) })],
    ['push/test_notification', ({ token }) => (gone.has(text(token)) ? unknownToken() : {})],
    [
      'server/register',
      (body) => {
        known.add(basic(text(body['zulip_org_id']), text(body['zulip_org_key'])))
        return { created: true }
      },
    ],
  ])

  const server = webServer(async (path, request) => {
    const call = {
      path: path.replace('/api/v1/remotes/', ''),
      body: await bodyOf(request),
      headers: request.headers,
    }
    const isOpen = call.path === 'server/register'
    if (!isOpen && !known.has(request.headers.get('authorization') ?? ''))
      return error(401, 'INVALID_ZULIP_SERVER')
    calls.push(call)
    const failed = await bouncer.fault?.(call)
    if (failed) return failed
    const answer = answers.get(call.path)
    if (!answer || request.method !== 'POST') return error(404, 'NOT_FOUND')
    const said = answer(call.body)
    return said instanceof Response ? said : Response.json({ result: 'success', msg: '', ...said })
  })
  const bouncer: Bouncer = {
    ...server,
    access: { url: server.url, ...access },
    calls,
    devices,
    gone,
    answers,
    fault: undefined,
    take(path) {
      const taken = calls.filter((call) => call.path === path)
      for (const call of taken) calls.splice(calls.indexOf(call), 1)
      return taken
    },
  }
  return bouncer
}

/** An error in the protocol's words. */
export function error(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ result: 'error', msg: 'No', code }, { status, headers })
}

function basic(id: string, key: string): string {
  return `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`
}

function unknownToken(): Response {
  return error(400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN')
}

function deletedOf(body: Readonly<Record<string, unknown>>, gone: ReadonlySet<string>): object {
  const those = (list: unknown) => (Array.isArray(list) ? list.filter((token) => gone.has(token)) : [])
  return { android_devices: those(body['android_devices']), apple_devices: those(body['apple_devices']) }
}

function deviceOf({ token_kind, token, user_uuid }: Readonly<Record<string, unknown>>): string {
  return `${token_kind === '1' ? 'apns' : 'fcm'} ${text(token)} ${text(user_uuid)}`
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const isJson = request.headers.get('content-type') === 'application/json'
  if (isJson) return { ...Object(await request.json()) }
  return Object.fromEntries(new URLSearchParams(await request.text()))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
