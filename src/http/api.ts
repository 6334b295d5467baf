// What every route shares: from a request to a decoded, authenticated call, and from its result to an answer.
import { Type, type Static, type TObject } from '@sinclair/typebox'
import type { Logger } from 'pino'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { LoginLimits } from '../users/login-attempts'
import type { User } from '../users/repository'
import { readCredentials, realmDeactivated, unauthenticated, type Credentials } from './authentication'
import { failure, success, withCommonHeaders, type AnswerFields } from './envelope'
import { ApiError } from './errors'
import { routeDetail } from './openapi'
import { decoder } from './parameters'
import { TrustedProxies, type ConnectionSource } from './proxies'
import { RateLimiter, type LimitHeaders, type RateLimit } from './rate-limits'
import { gather, noRawParameters } from './raw-parameters'
import { RequestLog } from './request-log'
import { answerUnrouted, type Route } from './unrouted'

/** What the routes need of the server. */
export interface ServerContext {
  clock: Clock
  log: Logger
  /** Asks every database something. @returns how many there are. @throws if one does not answer. */
  checkHealth(): number
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
  /** Whether the handler reads the body itself; the parameters are then those of the query. */
  rawBody?: true
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
  readonly #log: RequestLog

  constructor(readonly context: ServerContext) {
    this.#userLimiter = new RateLimiter(context.userRateLimit, context.clock)
    this.#log = new RequestLog(context.log)
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
    const maxBodyBytes = spec.rawBody ? undefined : (spec.maxBodyBytes ?? this.context.maxBodyBytes)
    // Elysia reads this function's text: it prepares, for each request, only what is taken out of the context here.
    const run: Handler = async ({ request, params, server }) => {
      let limits: LimitHeaders | undefined
      const address = (): string => this.#proxies.address(request, server)
      try {
        const organization = this.context.organizationFor(request.headers.get('host') ?? '')
        if (settings(organization).is_deactivated && !spec.worksWhenDeactivated) throw realmDeactivated()
        const credentials = readCredentials(request.headers.get('authorization'))
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
        if (answer instanceof Response) return withCommonHeaders(answer, limits)
        return success(answer ?? undefined, ignoredParameters(raw, known), limits)
      } catch (error) {
        return limits ? this.fail(error, request, limits) : this.#failEarly(error, request, address)
      }
    }
    const detail = routeDetail(spec.summary, { path: path.schema, parameters: parameters.schema, isOpen })
    return [this.#log.logsAll ? this.#logged(run) : run, { parse: 'none', detail }] as const
  }

  /** The answer to a failed request; what is not an ApiError is a bug and is logged. */
  fail(error: unknown, request: Request, limits?: LimitHeaders): Response {
    if (error instanceof ApiError) return failure(error, limits)
    this.#log.failed(request, error)
    const fields = { request_id: this.#log.idOf(request) }
    return failure(new ApiError('INTERNAL_SERVER_ERROR', 'Internal server error', fields), limits)
  }

  /** The answer to a request that no call takes; it counts too. */
  unrouted(request: Request, server: ConnectionSource | null, routes: readonly Route[]): Response {
    const address = (): string => this.#proxies.address(request, server)
    try {
      return withCommonHeaders(answerUnrouted(request, routes), this.#userLimiter.hit(address))
    } catch (error) {
      return this.fail(error, request)
    }
  }

  /** A request that failed before it was counted, such as for a wrong key, counts for its address. */
  #failEarly(error: unknown, request: Request, address: () => string): Response {
    if (error instanceof ApiError && error.code === 'RATE_LIMIT_HIT') return this.fail(error, request)
    try {
      return this.fail(error, request, this.#userLimiter.hit(address))
    } catch (limited) {
      return this.fail(limited, request)
    }
  }

  #logged(run: Handler): Handler {
    // All that `run` takes out of the context is named here too, for Elysia to see.
    return async ({ request, params, server }) => {
      const startedAt = performance.now()
      const answer = await run(params === undefined ? { request, server } : { request, params, server })
      this.#log.answered(request, answer.status, startedAt)
      return answer
    }
  }
}

function isLoggedIn<Path, Parameters>(call: OpenCall<Path, Parameters>): call is Call<Path, Parameters> {
  return call.caller !== undefined
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
