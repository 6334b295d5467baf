// What every route shares: from a request to a decoded, authenticated call, and from its result to an answer.
import { Type, type Static, type TObject } from '@sinclair/typebox'
import type { Logger } from 'pino'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { LoginLimits } from '../users/login-attempts'
import type { User } from '../users/repository'
import { readCredentials, realmDeactivated, unauthenticated, type Credentials } from './authentication'
import { failure, success, type AnswerFields } from './envelope'
import { ApiError } from './errors'
import { openApiDetail } from './openapi'
import { decoder, gather, noRawParameters } from './parameters'
import { TrustedProxies, type ConnectionSource } from './proxies'
import { RateLimiter, type LimitHeaders, type RateLimit } from './rate-limits'

/** What the routes need of the server. */
export interface ServerContext {
  clock: Clock
  log: Logger
  /** The organization that a `Host` header names. @throws ApiError NONEXISTENT_SUBDOMAIN */
  organizationFor(host: string): Organization
  /** The account the credentials belong to. @throws ApiError INVALID_API_KEY, USER_DEACTIVATED … */
  authenticate(organization: Organization, credentials: Credentials): User
  /** Requests of one account; undefined is no limit. */
  userRateLimit: RateLimit | undefined
  /** Failed logins; undefined is no limit. */
  loginLimits: LoginLimits | undefined
  /** Addresses whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  /** The largest body of an ordinary call, in bytes. */
  maxBodyBytes: number
}

/** A call of a person: what a handler gets. */
export interface Call<Path, Parameters> extends OpenCall<Path, Parameters> {
  caller: User
}

/** A call for which nobody needs to be logged in. */
export interface OpenCall<Path, Parameters> {
  organization: Organization
  caller: User | undefined
  path: Path
  parameters: Parameters
  /** Name of the client, from `User-Agent` or a `client` parameter. */
  client: string
  request: Request
  /** The caller's network address, as far as trusted proxies tell. */
  address(): string
  /** The base address the caller used, such as `https://chat.example.com`. */
  origin(): string
}

/** A route's description: its schemas are the single source of validation and of the reference. */
export interface RouteSpec<Path extends TObject, Parameters extends TObject> {
  /** One line for the API reference. */
  summary: string
  path?: Path
  parameters?: Parameters
  /** The largest body, in bytes, where it differs from the server's. */
  maxBodyBytes?: number
  /** Whether it answers even in a deactivated organization. */
  worksWhenDeactivated?: true
}

/** The part of Elysia's context that calls read. */
interface RouteContext {
  request: Request
  /** Undefined on routes without path parameters. */
  params?: Record<string, string>
  server: ConnectionSource | null
}

type Handler = (context: RouteContext) => Promise<Response>
type Answer = AnswerFields | Response | void | Promise<AnswerFields | Response | void>

const longestClientName = 100

type NoFields = TObject<Record<never, never>>

const noParameters: NoFields = Type.Object({})

export class Api {
  readonly #userLimiter: RateLimiter
  readonly #proxies: TrustedProxies

  constructor(readonly context: ServerContext) {
    this.#userLimiter = new RateLimiter(context.userRateLimit, context.clock)
    this.#proxies = new TrustedProxies(context.trustedProxies)
  }

  /**
   * A route for logged-in people and bots. Spread into Elysia's method:
   * `.get('/users/me', ...api.call({ summary: 'Get own user' }, ({ organization, caller }) => …))`
   */
  call<Path extends TObject = NoFields, Parameters extends TObject = NoFields>(
    spec: RouteSpec<Path, Parameters>,
    handle: (call: Call<Static<Path>, Static<Parameters>>) => Answer,
  ) {
    return this.#route<Path, Parameters>(spec, false, (call) => {
      if (!isLoggedIn(call)) throw unauthenticated()
      return handle(call)
    })
  }

  /** A route that also answers without credentials; the caller is then undefined. */
  open<Path extends TObject = NoFields, Parameters extends TObject = NoFields>(
    spec: RouteSpec<Path, Parameters>,
    handle: (call: OpenCall<Static<Path>, Static<Parameters>>) => Answer,
  ) {
    return this.#route<Path, Parameters>(spec, true, handle)
  }

  #route<Path extends TObject, Parameters extends TObject>(
    spec: RouteSpec<Path, Parameters>,
    isOpen: boolean,
    handle: (call: OpenCall<Static<Path>, Static<Parameters>>) => Answer,
  ) {
    const path = decoder(spec.path ?? noParameters)
    const parameters = decoder(spec.parameters ?? noParameters)
    const known = new Set(['client', ...Object.keys(parameters.schema.properties)])
    const maxBodyBytes = spec.maxBodyBytes ?? this.context.maxBodyBytes
    // Elysia reads this function's text: it prepares, for each request, only what is taken out of the context here.
    const run: Handler = async ({ request, params, server }) => {
      let limits: LimitHeaders | undefined
      try {
        const organization = this.context.organizationFor(request.headers.get('host') ?? '')
        if (settings(organization).is_deactivated && !spec.worksWhenDeactivated) throw realmDeactivated()
        const credentials = readCredentials(request.headers.get('authorization'))
        const address = (): string => this.#proxies.address(request, server)
        const caller = credentials && this.context.authenticate(organization, credentials)
        limits = this.#userLimiter.hit(() => (caller ? `${organization.subdomain}/${caller.id}` : address()))
        // Before anything is read or said of the parameters.
        if (!caller && !isOpen) throw unauthenticated()
        const raw = await gather(request, maxBodyBytes)
        const call = {
          organization,
          caller,
          path: path.decode(params === undefined ? noRawParameters : new Map(Object.entries(params))),
          parameters: parameters.decode(raw),
          client: clientName(request, raw),
          request,
          address,
          origin: () => this.#proxies.origin(request, server),
        }
        const answer = await handle(call)
        if (answer instanceof Response) return answer
        return success(answer ?? undefined, ignoredParameters(raw, known), limits)
      } catch (error) {
        return this.fail(error, request, limits)
      }
    }
    const detail = openApiDetail(spec.summary, path.schema, parameters.schema)
    return [run, { parse: 'none', detail }] as const
  }

  /** The answer to a failed request; what is not an ApiError is a bug and is logged. */
  fail(error: unknown, request: Request, limits?: LimitHeaders): Response {
    if (error instanceof ApiError) return failure(error, limits)
    const requestId = crypto.randomUUID()
    // A caller that hung up while its body was being read is no bug.
    this.context.log[request.signal.aborted ? 'debug' : 'error'](
      { err: error, requestId, method: request.method, path: pathOf(request) },
      'request failed',
    )
    const answer = new ApiError('INTERNAL_SERVER_ERROR', 'Internal server error', { request_id: requestId })
    return failure(answer, limits)
  }
}

function isLoggedIn<Path, Parameters>(call: OpenCall<Path, Parameters>): call is Call<Path, Parameters> {
  return call.caller !== undefined
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname
}

const noneIgnored: readonly string[] = []

function ignoredParameters(raw: ReadonlyMap<string, unknown>, known: ReadonlySet<string>): readonly string[] {
  if (raw.size === 0) return noneIgnored
  const ignored: string[] = []
  for (const name of raw.keys()) if (!known.has(name)) ignored.push(name)
  return ignored
}

/** First word of `User-Agent`, before the slash; a `client` parameter wins. */
function clientName(request: Request, raw: ReadonlyMap<string, unknown>): string {
  const named = raw.get('client')
  if (typeof named === 'string' && named !== '') {
    return named.toWellFormed().replaceAll('\0', '').slice(0, longestClientName)
  }
  const agent = request.headers.get('user-agent') ?? ''
  const end = agent.search(/[/\s]/)
  return (end < 0 ? agent : agent.slice(0, end)).slice(0, longestClientName) || 'Unspecified'
}
