// The way of a request: from what came over the network to a decoded, authenticated call, and from its result to an answer.
import type { TObject } from '@sinclair/typebox'
import type { Logger } from 'pino'
import { actingAs } from '../organization/actor'
import { OrganizationAwayError } from '../organization/away'
import type { Snapshot } from '../metrics/snapshot'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Organizations } from '../organization/organizations'
import { settings } from '../organization/settings'
import { Cost, inTime } from '../organization/turns'
import { noteActive } from '../users/activity'
import type { User } from '../users/repository'
import { awayFailure } from './away'
import {
  identify,
  realmDeactivated,
  sessionChallenge,
  unauthenticated,
  type CredentialKind,
} from './credentials'
import { failure, success, WithHeaders, withCommonHeaders, type AnswerFields } from './envelope'
import { ApiError } from './errors'
import { DecodedCall, Exchange } from './exchange'
import { LongAnswers } from './long-answers'
import { decoder, fileParameter, repeatedParameters } from './parameters'
import { type ConnectionSource, type HttpsFront, TrustedProxies } from './proxies'
import { RateLimiter, type LimitHeaders, type LoginLimits, type RateLimit } from './rate-limits'
import { assertTakes } from './roles'
import {
  gather,
  pathReader,
  readBody,
  underPresentNames,
  withFileAs,
  type RawParameters,
} from './raw-parameters'
import { RequestLog } from './request-log'
import { RequestMetrics } from './request-metrics'
import {
  noFields,
  Routes,
  safeMethods,
  type Call,
  type Handle,
  type Handler,
  type Method,
  type NoFields,
  type OpenCall,
  type PageOfFailure,
  type Route,
  type RouteDescription,
  type RouteSpec,
} from './route'
import { storageFault } from './storage-faults'

/** What the server tells of itself to those who watch it. */
export interface Metrics {
  read(): Promise<Snapshot>
  /** What a caller has to know; undefined: nothing. */
  token: string | undefined
}

/** What the routes need of the server. */
export interface ServerContext {
  clock: Clock
  log: Logger
  /** Asks every database something. @returns how many there are. @throws if one that is served does not answer. */
  checkHealth(): { organizations: number; damaged_organizations: number; certificates_failing?: number }
  /** The organization that a `Host` header names. @throws ApiError NONEXISTENT_SUBDOMAIN */
  organizationFor(host: string): Organization
  /** All of them, for what belongs to none. */
  organizations: Organizations
  /** What this run of the server is called, where it lets people into its demo; nowhere else. */
  demoRun?: string | undefined
  /** Where all is kept. */
  dataFolder: string
  /** Requests of one account; undefined is no limit. */
  userRateLimit: RateLimit | undefined
  /** Failed logins; undefined is no limit. */
  loginLimits: LoginLimits | undefined
  /** Addresses whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  /** Requests that take longer are logged, in milliseconds; undefined: none is. */
  slowRequest?: number | undefined
  /** Told at `/metrics`, to those who know the token if there is one; undefined: not there. */
  metrics?: Metrics | undefined
  /** The server's own HTTPS, if it has it. */
  httpsFront?: HttpsFront | undefined
  /** What browsers are told that have come for a host by it, so that they never come otherwise; undefined is nothing. */
  strictTransport?: ((host: string) => string | undefined) | undefined
}

/** In bytes, where a route says nothing else. */
export const usualBody = 64 * 1024

/** Takes the features' routes (`api.get`, `api.post` …) and answers their requests. */
export class Api extends Routes<User> {
  /** To be added to by `serve` alone. */
  readonly routes: Route[] = []
  /** What was counted of all requests since the server started. */
  readonly metrics = new RequestMetrics()
  /**
   * For routes that also answer people without an account: the caller is then undefined. Credentials that are given must be
   * right even so: a client whose key has ended has to learn it, instead of being shown what anybody is. Calls that ignore
   * wrong ones are those that take none (`credentials: []`).
   */
  readonly open: Routes<User | undefined>
  readonly #userLimiter: RateLimiter
  readonly #proxies: TrustedProxies
  readonly #longAnswers = new LongAnswers()
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
    this.#proxies = new TrustedProxies(context.trustedProxies, context.httpsFront)
  }

  /** Adds a route to those that are served. Its requests are counted, and logged if they are slow. */
  serve(route: Route): void {
    const handler = this.#log.logsAll ? this.#logged(route.handler) : route.handler
    this.routes.push({ ...route, handler: this.#measured(route, handler) })
  }

  /** The same handler, for requests that no route takes. */
  unrouted(handler: Handler): Handler {
    return this.#measured({ method: '', path: 'unrouted' }, handler)
  }

  #measured(route: Pick<Route, 'path' | 'waits'> & { method: string }, handler: Handler): Handler {
    const { slowRequest } = this.context
    const slow =
      slowRequest === undefined || route.waits === true
        ? undefined
        : { milliseconds: slowRequest, tell: this.#log.slow.bind(this.#log) }
    return this.metrics.measured(route, handler, slow)
  }

  /**
   * A route of the server itself, which belongs to no organization: a file, a page.
   * @param path the whole path
   * @param isFree whether its requests are not counted
   */
  ofServer(path: string, answer: (request: Request) => Response | Promise<Response>, isFree = false): void {
    const handler: Handler = async (request, server) => {
      try {
        const limits = isFree
          ? undefined
          : this.#userLimiter.hit(() => this.#proxies.network(request, server))
        return withCommonHeaders(await answer(request), limits)
      } catch (error) {
        return this.fail(error, request)
      }
    }
    this.serve({ method: 'GET', path, handler, described: undefined })
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
      description: spec.description,
      path: spec.path ?? noFields,
      parameters: spec.parameters ?? noFields,
      credentials: spec.credentials ?? this.usualCredentials,
      bots: spec.bots ?? 'able',
      isOpen,
      takesWholeBody: spec.wholeBody ?? false,
    }
    // Made when the first request comes: a start is sooner without the decoders of all routes.
    let made: Handler | undefined
    const handler: Handler = (request, server) =>
      (made ??= this.#handler(method, path, spec, described, handle))(request, server)
    const waits = spec.waits ?? false
    if (spec.besideApi || spec.page) {
      this.serve({ method, path, handler, waits, described: spec.page ? undefined : described })
      return
    }
    this.serve({ method, path: `/api/v1${path}`, handler, waits, described })
    this.serve({ method, path: `/json${path}`, handler: forPages(handler), waits, described: undefined })
  }

  #handler<Path extends TObject, Parameters extends TObject>(
    method: Method,
    pattern: string,
    spec: RouteSpec<Path, Parameters>,
    { credentials, bots, isOpen }: RouteDescription,
    handle: Handle<Path, Parameters, User | undefined>,
  ): Handler {
    const readPath = pathReader(pattern)
    const path = decoder<Path | NoFields>(spec.path ?? noFields)
    const parameters = decoder(spec.parameters ?? noFields)
    const known = new Set([
      'client',
      ...credentials.flatMap(({ parameter }) => parameter ?? []),
      ...Object.keys(parameters.schema.properties),
    ])
    const earlierNames = Object.entries(spec.earlierNames ?? {})
    const fileName = fileParameter(parameters.schema)
    const repeated = repeatedParameters(parameters.schema)
    const readsBody = !safeMethods.has(method) && !spec.rawBody
    const maxBodyBytes = readsBody ? (spec.maxBodyBytes ?? usualBody) : undefined
    const show = showing(spec.page)
    const cost = new Cost()

    /** Whose call it is. */
    const recognize = (exchange: Exchange, organization: Organization): void => {
      if (settings(organization).is_deactivated && !spec.worksWhenDeactivated) throw realmDeactivated()
      exchange.identity = identify(credentials, organization, exchange.request, () => exchange.origin)
      if (!exchange.identity && !isOpen) throw unauthenticated()
      exchange.recognizedAt = organization.revision
    }

    /** Before anything is read or said of the parameters. */
    const admit = (exchange: Exchange): Organization => {
      const organization = this.context.organizationFor(exchange.request.headers.get('host') ?? '')
      recognize(exchange, organization)
      const who = (): string => exchange.whoIn(organization)
      if (!spec.isFree) exchange.limits = this.#userLimiter.hit(who)
      this.#longAnswers.assertRead(who)
      const caller = exchange.identity?.user
      if (caller) {
        assertTakes(bots, caller)
        noteActive(organization, caller.id)
      }
      return organization
    }

    const perform = (exchange: Exchange, organization: Organization, gathered: RawParameters) => {
      const raw = withFileAs(fileName, underPresentNames(gathered, earlierNames))
      const pathValues = path.decode(readPath(exchange.url))
      const call = new DecodedCall(exchange, raw, organization, pathValues, parameters.decode(raw))
      const toResponse = (answer: AnswerFields | Response | void): Response => {
        if (answer instanceof Response) return withCommonHeaders(answer, exchange.limits)
        const ignored = ignoredParameters(raw, known)
        if (answer instanceof WithHeaders)
          return answer.addTo(success(answer.fields, ignored, exchange.limits))
        return success(answer ?? undefined, ignored, exchange.limits, (body) =>
          this.#longAnswers.body(body, exchange, organization),
        )
      }
      const result = safeMethods.has(method) ? handle(call) : actingAs(call, () => handle(call))
      return result instanceof Promise ? result.then(toResponse) : toResponse(result)
    }

    const respond = (
      exchange: Exchange,
      organization: Organization,
      body: Uint8Array<ArrayBuffer> | undefined,
    ) => {
      if (spec.wholeBody) exchange.body = body
      const raw = gather(exchange.request, exchange.url, spec.wholeBody ? undefined : body, repeated)
      return raw instanceof Promise
        ? raw.then((gathered) => perform(exchange, organization, gathered))
        : perform(exchange, organization, raw)
    }

    /** When all that it needs has come, and there is time for it. */
    const respondInTime = (exchange: Exchange, organization: Organization, body?: Uint8Array<ArrayBuffer>) =>
      inTime(
        cost,
        () => exchange.laneIn(organization),
        (hasWaited) => {
          // The account or its key may have ended meanwhile, such as while the body came.
          if (hasWaited || organization.revision !== exchange.recognizedAt) recognize(exchange, organization)
          return respond(exchange, organization, body)
        },
      )

    // What need not wait does not: a promise costs more than most of this.
    return (request, server) => {
      const exchange = new Exchange(request, server, this.#proxies)
      try {
        const organization = admit(exchange)
        const answer =
          maxBodyBytes === undefined
            ? respondInTime(exchange, organization)
            : readBody(request, maxBodyBytes).then((body) => respondInTime(exchange, organization, body))
        return answer instanceof Promise
          ? answer.catch((error: unknown) => this.#failed(exchange, error, show))
          : answer
      } catch (error) {
        return this.#failed(exchange, error, show)
      }
    }
  }

  /** The answer to a failed request. What is no ApiError is logged: it is the storage's fault, or a bug. */
  fail(error: unknown, request: Request, limits?: LimitHeaders, show: Show = failure): Response {
    if (error instanceof ApiError) return show(error, limits, request)
    if (error instanceof OrganizationAwayError)
      return this.fail(awayFailure(error, request), request, limits, show)
    const unstored = storageFault(error)
    if (unstored) {
      this.#log.storageFailed(request, error, unstored.advice)
      return show(unstored.answer, limits, request)
    }
    this.#log.failed(request, error)
    const fields = { request_id: this.#log.idOf(request) }
    return show(new ApiError('INTERNAL_SERVER_ERROR', 'Internal server error', fields), limits, request)
  }

  /** The answer to a request that is no call; it counts too. */
  async counted(
    request: Request,
    server: ConnectionSource | null,
    answer: (exchange: Exchange) => Response | Promise<Response>,
    show?: Show,
  ): Promise<Response> {
    const exchange = new Exchange(request, server, this.#proxies)
    try {
      const limits = this.#userLimiter.hit(() => exchange.address)
      return withCommonHeaders(await answer(exchange), limits)
    } catch (error) {
      return this.fail(error, request, undefined, show)
    }
  }

  /** A request that failed before it was counted, such as for a wrong key, counts for its address. */
  #failed(exchange: Exchange, error: unknown, show: Show): Response {
    const { request } = exchange
    const isOverLimit = error instanceof ApiError && error.code === 'RATE_LIMIT_HIT'
    try {
      if (!isOverLimit) exchange.limits ??= this.#userLimiter.hit(() => exchange.address)
    } catch (limited) {
      return this.fail(limited, request, undefined, show)
    }
    return this.fail(error, request, exchange.limits, show)
  }

  #logged(run: Handler): Handler {
    return async (request, server) => {
      const startedAt = performance.now()
      const answer = await run(request, server)
      this.#log.answered(request, answer.status, startedAt)
      return answer
    }
  }
}

/** How the answer to a failed request is made. */
export type Show = (error: ApiError, limits: LimitHeaders | undefined, request: Request) => Response

export function showing(page: PageOfFailure | undefined): Show {
  return page ? (error, limits, request) => withCommonHeaders(page(error, request), limits) : failure
}

/** The same for pages of ours, which call with a cookie: browsers must not ask people for their password themselves. */
function forPages(run: Handler): Handler {
  return async (request, server) => {
    const answer = await run(request, server)
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
