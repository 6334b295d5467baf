// A push service and the browsers that are subscribed there, for tests: it checks what RFC 8030 and RFC 8292 ask for, keeps
// messages for browsers that are away, and can fail in all the ways that real ones do.
import { createECDH, createHash, createPublicKey, verify } from 'node:crypto'
import { decrypted, type BrowserKeys } from './web-push-encryption'

/** A message as a browser gets it. */
export interface Delivered {
  readonly payload: unknown
  readonly topic: string | null
  readonly urgency: string | null
  readonly ttl: number
}

/** How the service answers the next request instead of doing as it is asked. */
export type Fault = (request: Request) => Response | Promise<Response>

/** More is answered with 413. */
const mostBytes = 4096

export class PushService {
  #server: Bun.Server<undefined>
  readonly #browsers = new Map<string, SubscribedBrowser>()
  /** Answers of the next requests, in order. */
  readonly faults: Fault[] = []
  /** How many requests have come, those answered by a fault among them. */
  asked = 0

  constructor() {
    this.#server = this.#listen(0)
    this.origin = `http://127.0.0.1:${this.#server.port}`
  }

  /** Without a slash at its end. */
  readonly origin: string

  /** Subscribes a browser. @param applicationServerKey Base64url: who alone may send it anything */
  subscribe(applicationServerKey: string): SubscribedBrowser {
    const path = `/push/${this.#browsers.size + 1}`
    const browser = new SubscribedBrowser(this.origin + path, applicationServerKey)
    this.#browsers.set(path, browser)
    return browser
  }

  stop(): void {
    void this.#server.stop(true)
  }

  /** Is there again, at the address where it was before it stopped. */
  resume(): void {
    this.#server = this.#listen(Number(new URL(this.origin).port))
  }

  #listen(port: number): Bun.Server<undefined> {
    return Bun.serve({ port, hostname: '127.0.0.1', fetch: (request) => this.#answer(request) })
  }

  async #answer(request: Request): Promise<Response> {
    this.asked++
    const fault = this.faults.shift()
    if (fault) return fault(request)
    const browser = this.#browsers.get(new URL(request.url).pathname)
    const refusal = this.#refusal(request, browser)
    if (refusal || !browser) return refusal ?? new Response(null, { status: 404 })
    const body = Buffer.from(await request.arrayBuffer())
    if (body.length > mostBytes) return new Response(null, { status: 413 })
    browser.take(request.headers, body)
    return new Response(null, { status: 201, headers: { location: `${this.origin}/message/${this.asked}` } })
  }

  #refusal({ method, headers }: Request, browser: SubscribedBrowser | undefined): Response | undefined {
    const status = (code: number, why: string) => new Response(why, { status: code })
    if (method !== 'POST' || !browser) return status(404, 'no such subscription')
    if (browser.isGone) return status(410, 'unsubscribed')
    const key = vapidKey(headers.get('authorization') ?? '', this.origin)
    if (key === undefined) return status(401, 'no valid VAPID token')
    if (key !== browser.applicationServerKey) return status(403, 'subscribed with another key')
    if (!/^\d+$/.test(headers.get('ttl') ?? '')) return status(400, 'no TTL')
    if (headers.get('content-encoding') !== 'aes128gcm') return status(415, 'not encrypted')
    if (!/^(very-low|low|normal|high)$/.test(headers.get('urgency') ?? 'normal'))
      return status(400, 'no urgency')
    if (!/^[\w-]{1,32}$/.test(headers.get('topic') ?? 'none')) return status(400, 'no topic')
    return undefined
  }
}

export class SubscribedBrowser {
  readonly #keys: BrowserKeys
  /** What it got, as it decrypts it. */
  readonly delivered: Delivered[] = []
  /** What waits for it, oldest first. */
  #waiting: Delivered[] = []
  #isAway = false
  /** Whether it has unsubscribed. */
  isGone = false

  constructor(
    readonly endpoint: string,
    readonly applicationServerKey: string,
  ) {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    this.#keys = { pair, auth: createHash('sha256').update(endpoint).digest().subarray(0, 16) }
  }

  /** As `PushSubscription.toJSON()` gives it. */
  get subscription(): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const { pair, auth } = this.#keys
    const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
    return { endpoint: this.endpoint, keys }
  }

  /** From now on what is sent to it waits. */
  goAway(): void {
    this.#isAway = true
  }

  /** It gets what has waited. */
  comeBack(): void {
    this.#isAway = false
    this.delivered.push(...this.#waiting.splice(0))
  }

  /** What the service does with a message: one of the same topic takes the place of another that waits (RFC 8030, 5.4). */
  take(headers: Headers, body: Buffer): void {
    const topic = headers.get('topic')
    const payload: unknown = JSON.parse(decrypted(body, this.#keys))
    const message = { payload, topic, urgency: headers.get('urgency'), ttl: Number(headers.get('ttl')) }
    if (!this.#isAway) return void this.delivered.push(message)
    this.#waiting = this.#waiting.filter((other) => topic === null || other.topic !== topic)
    this.#waiting.push(message)
  }
}

/** The key that a token was signed with, Base64url; undefined unless all is as RFC 8292 asks for. */
function vapidKey(authorization: string, audience: string): string | undefined {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), *k=([\w-]+)$/.exec(authorization) ?? []
  if (key === '' || fieldsOf(header)['alg'] !== 'ES256') return undefined
  const { aud, exp, sub } = fieldsOf(claims)
  const left = Number(exp) - Date.now() / 1000
  const isTimely = left > 0 && left <= 24 * 3600
  if (aud !== audience || !isTimely || !/^(mailto:|https:)/.test(String(sub))) return undefined
  const signed = Buffer.from(`${header}.${claims}`)
  const isRight = verify(
    'sha256',
    signed,
    { key: publicKey(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? key : undefined
}

function fieldsOf(part: string): Record<string, unknown> {
  const fields: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
  return { ...Object(fields) }
}

/** @param point of P-256, not compressed, Base64url */
function publicKey(point: string) {
  const bytes = Buffer.from(point, 'base64url')
  const coordinate = (start: number) => bytes.subarray(start, start + 32).toString('base64url')
  return createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
    format: 'jwk',
  })
}
