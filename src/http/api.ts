// The way of a request: from what came over the network to a decoded, authenticated call, and from its result to an answer.
import type { TObject } from '@sinclair/typebox'
import type { Logger } from 'pino'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { noteActive } from '../users/activity'
import type { User } from '../users/repository'
import {
  identify,
  realmDeactivated,
  sessionChallenge,
  unauthenticated,
  type CredentialKind,
} from './credentials'
import { failure, success, WithHeaders, withCommonHeaders } from './envelope'
import { ApiError } from './errors'
import { decoder } from './parameters'
import { TrustedProxies, type ConnectionSource } from './proxies'
import { RateLimiter, type LimitHeaders, type LoginLimits, type RateLimit } from './rate-limits'
import { gather, noRawParameters, underPresentNames } from './raw-parameters'
import { RequestLog } from './request-log'
import {
  noFields,
  Routes,
  type Call,
  type Handle,
  type Handler,
  type Method,
  type NoFields,
  type OpenCall,
  type Route,
  type RouteDescription,
  type RouteSpec,
} from './route'
import { beginning } from './text-length'
import { storageFault } from './storage-faults'
import { answerUnrouted } from './unrouted'

/** What the routes need of the server. */
export interface ServerContext {
  clock: Clock
  log: Logger
  /** Asks every database something. @returns how many there are. @throws if one that is served does not answer. */
  checkHealth(): { organizations: number; damaged_organizations: number }
  /** The organization that a `Host` header names. @throws ApiError NONEXISTENT_SUBDOMAIN */
  organizationFor(host: string): Organization
  /** Requests of one account; undefined is no limit. */
  userRateLimit: RateLimit | undefined
  /** Failed logins; undefined is no limit. */
  loginLimits: LoginLimits | undefined
  /** Addresses whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
}

/** In bytes, where a route says nothing else. */
const usualBody = 64 * 1024

/** In code points. */
const longestClientName = 100

/** Takes the features' routes (`api.get`, `api.post` …) and answers their requests. */
export class Api extends Routes<User> {
  readonly routes: Route[] = []
  /** For routes that also answer people without an account: the caller is then undefined. */
  readonly open: Routes<User | undefined>
  readonly #userLimiter: RateLimiter
  readonly #proxies: TrustedProxies
  readonly #log: RequestLog

  /** @param usualCredentials what a route takes that names no others */
  constructor(
    readonly context: ServerContext,
    readonly usualCredentials: readonly CredentialKind[],
  ) {
    super((method, path, spec, handle) => this.#add(method, path, spec, false, ofPeople(handle)))
    this.open = new Routes((method, path, spec, handle) => this.#add(method, path, spec, true, handle))
    this.#userLimiter = new RateLimiter(context.userRateLimit, context.clock)
    this.#log = new RequestLog(context.log)
    this.#proxies = new TrustedProxies(context.trustedProxies)
  }

  /**
   * A route of the server itself, which belongs to no organization: a file, a page.
   * @param path the whole path
   * @param isFree whether its requests are not counted
   */
  ofServer(path: string, answer: () => Response | Promise<Response>, isFree = false): void {
    const handler: Handler = async ({ request, server }) => {
      try {
        const limits = isFree
          ? undefined
          : this.#userLimiter.hit(() => this.#proxies.network(request, server))
        return withCommonHeaders(await answer(), limits)
      } catch (error) {
        return this.fail(error, request)
      }
    }
    this.routes.push({ method: 'GET', path, handler, described: undefined })
  }

  #add<Path extends TObject, Parameters extends TObject>(
    method: Method,
    path: string,
    spec: RouteSpec<Path, Parameters>,
    isOpen: boolean,
    handle: Handle<Path, Parameters, User | undefined>,
  ): void {
    const described: RouteDescription = {
      summary: spec.summary,
      path: spec.path ?? noFields,
      parameters: spec.parameters ?? noFields,
      credentials: spec.credentials ?? this.usualCredentials,
      isOpen,
    }
    const answered = this.#handler(method, spec, described, handle)
    const handler = this.#log.logsAll ? this.#logged(answered) : answered
    if (spec.besideApi || spec.page) {
      this.routes.push({ method, path, handler, described: spec.page ? undefined : described })
      return
    }
    this.routes.push({ method, path: `/api/v1${path}`, handler, described })
    this.routes.push({ method, path: `/json${path}`, handler: forPages(handler), described: undefined })
  }

  #handler<Path extends TObject, Parameters extends TObject>(
    method: Method,
    spec: RouteSpec<Path, Parameters>,
    { credentials, isOpen }: RouteDescription,
    handle: Handle<Path, Parameters, User | undefined>,
  ): Handler {
    const path = decoder<Path | NoFields>(spec.path ?? noFields)
    const parameters = decoder(spec.parameters ?? noFields)
    const known = new Set(['client', ...Object.keys(parameters.schema.properties)])
    const readsBody = method !== 'GET' && !spec.rawBody
    const maxBodyBytes = readsBody ? (spec.maxBodyBytes ?? usualBody) : undefined
    const show = showing(spec.page)
    // Elysia reads this function's text: it prepares, for each request, only what is taken out of the context here.
    return async ({ request, params, server }) => {
      let limits: LimitHeaders | undefined
      const address = (): string => this.#proxies.network(request, server)
      try {
        const organization = this.context.organizationFor(request.headers.get('host') ?? '')
        if (settings(organization).is_deactivated && !spec.worksWhenDeactivated) throw realmDeactivated()
        const origin = (): string => this.#proxies.origin(request, server)
        const identity = identify(credentials, organization, request, origin)
        const caller = identity?.user
        limits = this.#userLimiter.hit(() => (caller ? `${organization.subdomain}/${caller.id}` : address()))
        // Before anything is read or said of the parameters.
        if (!caller && !isOpen) throw unauthenticated()
        if (caller) noteActive(organization, caller.id)
        const raw = underPresentNames(await gather(request, maxBodyBytes), spec.earlierNames)
        const answer = await handle({
          organization,
          caller,
          sessionId: identity?.sessionId,
          path: path.decode(params === undefined ? noRawParameters : new Map(Object.entries(params))),
          parameters: parameters.decode(raw),
          client: clientName(request, raw),
          request,
          address,
          origin,
        })
        if (answer instanceof Response) return withCommonHeaders(answer, limits)
        if (!(answer instanceof WithHeaders))
          return success(answer ?? undefined, ignoredParameters(raw, known), limits)
        return answer.addTo(success(answer.fields, ignoredParameters(raw, known), limits))
      } catch (error) {
        return limits
          ? this.fail(error, request, limits, show)
          : this.#failEarly(error, request, address, show)
      }
    }
  }

  /** The answer to a failed request. What is no ApiError is logged: it is the storage's fault, or a bug. */
  fail(error: unknown, request: Request, limits?: LimitHeaders, show: Show = failure): Response {
    if (error instanceof ApiError) return show(error, limits)
    const unstored = storageFault(error)
    if (unstored) {
      this.#log.storageFailed(request, error, unstored.advice)
      return show(unstored.answer, limits)
    }
    this.#log.failed(request, error)
    const fields = { request_id: this.#log.idOf(request) }
    return show(new ApiError('INTERNAL_SERVER_ERROR', 'Internal server error', fields), limits)
  }

  /** The answer to a request that no call takes; it counts too. */
  async unrouted(request: Request, server: ConnectionSource | null): Promise<Response> {
    const address = (): string => this.#proxies.network(request, server)
    try {
      return withCommonHeaders(await answerUnrouted(request, this.routes), this.#userLimiter.hit(address))
    } catch (error) {
      return this.fail(error, request)
    }
  }

  /** A request that failed before it was counted, such as for a wrong key, counts for its address. */
  #failEarly(error: unknown, request: Request, address: () => string, show: Show): Response {
    if (error instanceof ApiError && error.code === 'RATE_LIMIT_HIT')
      return this.fail(error, request, undefined, show)
    try {
      return this.fail(error, request, this.#userLimiter.hit(address), show)
    } catch (limited) {
      return this.fail(limited, request, undefined, show)
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

/** How the answer to a failed request is made. */
type Show = (error: ApiError, limits: LimitHeaders | undefined) => Response

function showing(page: ((error: ApiError) => Response) | undefined): Show {
  return page ? (error, limits) => withCommonHeaders(page(error), limits) : failure
}

/** The same for pages of ours, which call with a cookie: browsers must not ask people for their password themselves. */
function forPages(run: Handler): Handler {
  // All that `run` takes out of the context is named here too, for Elysia to see.
  return async ({ request, params, server }) => {
    const answer = await run(params === undefined ? { request, server } : { request, params, server })
    if (answer.headers.has('www-authenticate')) {
      for (const [name, value] of Object.entries(sessionChallenge)) answer.headers.set(name, value)
    }
    return answer
  }
}

/** A handler of calls that only people with an account may make. */
function ofPeople<Path extends TObject, Parameters extends TObject>(
  handle: Handle<Path, Parameters, User>,
): Handle<Path, Parameters, User | undefined> {
  return (call) => {
    if (!isLoggedIn(call)) throw unauthenticated()
    return handle(call)
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
    return beginning(named, longestClientName).toWellFormed().replaceAll('\0', '')
  }
  const agent = request.headers.get('user-agent') ?? ''
  const end = agent.search(/[/\s]/)
  return (end < 0 ? agent : agent.slice(0, end)).slice(0, longestClientName) || 'Unspecified'
}
