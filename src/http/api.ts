// What every route shares: from a request to a decoded, authenticated call, and from its result to an answer.
import { Type, type Static, type TObject } from '@sinclair/typebox'
import type { Logger } from 'pino'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { readCredentials, unauthenticated, type Credentials } from './authentication'
import { commonHeaders, failure, success, type AnswerFields } from './envelope'
import { ApiError } from './errors'
import { openApiDetail } from './openapi'
import { decoder, gather, type RawParameters } from './parameters'
import { RateLimiter, type RateLimit } from './rate-limits'

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
  address: string
}

/** A route's description: its schemas are the single source of validation and of the reference. */
export interface RouteSpec<Path extends TObject, Parameters extends TObject> {
  /** One line for the API reference. */
  summary: string
  path?: Path
  parameters?: Parameters
  /** The largest body, in bytes, where it differs from the server's. */
  maxBodyBytes?: number
}

/** The part of Elysia's context that calls read. */
interface RouteContext {
  request: Request
  /** Undefined on routes without path parameters. */
  params?: Record<string, string>
  server: { requestIP(request: Request): { address: string } | null } | null
}

type Handler = (context: RouteContext) => Promise<Response>
type Answer = AnswerFields | Response | void | Promise<AnswerFields | Response | void>

type NoFields = TObject<Record<never, never>>

const noParameters: NoFields = Type.Object({})
const noHeaders: Readonly<Record<string, string>> = {}

export class Api {
  readonly #userLimiter: RateLimiter

  constructor(readonly context: ServerContext) {
    this.#userLimiter = new RateLimiter(context.userRateLimit, context.clock)
  }

  /**
   * A route for logged-in people and bots. Spread into Elysia's method:
   * `.get('/users/me', ...api.call({ summary: 'Get own user' }, ({ organization, caller }) => …))`
   */
  call<Path extends TObject = NoFields, Parameters extends TObject = NoFields>(
    spec: RouteSpec<Path, Parameters>,
    handle: (call: Call<Static<Path>, Static<Parameters>>) => Answer,
  ) {
    return this.#route<Path, Parameters>(spec, (call) => {
      if (!call.caller) throw unauthenticated()
      return handle({ ...call, caller: call.caller })
    })
  }

  /** A route that also answers without credentials; the caller is then undefined. */
  open<Path extends TObject = NoFields, Parameters extends TObject = NoFields>(
    spec: RouteSpec<Path, Parameters>,
    handle: (call: OpenCall<Static<Path>, Static<Parameters>>) => Answer,
  ) {
    return this.#route<Path, Parameters>(spec, handle)
  }

  #route<Path extends TObject, Parameters extends TObject>(
    spec: RouteSpec<Path, Parameters>,
    handle: (call: OpenCall<Static<Path>, Static<Parameters>>) => Answer,
  ) {
    const path = decoder(spec.path ?? noParameters)
    const parameters = decoder(spec.parameters ?? noParameters)
    const known = new Set(['client', ...Object.keys(parameters.schema.properties)])
    const maxBodyBytes = spec.maxBodyBytes ?? this.context.maxBodyBytes
    const run: Handler = async (context) => {
      const { request } = context
      const headers: Record<string, string> = { ...commonHeaders }
      try {
        const organization = this.context.organizationFor(request.headers.get('host') ?? '')
        const credentials = readCredentials(request.headers.get('authorization'))
        const address = this.#address(context)
        const caller = credentials && this.context.authenticate(organization, credentials)
        this.#userLimiter.hit(caller ? `${organization.subdomain}/${caller.id}` : address, headers)
        const start = request.url.indexOf('?')
        const search = start < 0 ? '' : request.url.slice(start)
        const raw = await gather(request, search, maxBodyBytes)
        const call = {
          organization,
          caller,
          path: path.decode(new Map(Object.entries(context.params ?? {}))),
          parameters: parameters.decode(raw),
          client: clientName(request, raw),
          request,
          address,
        }
        const answer = await handle(call)
        if (answer instanceof Response) return answer
        return success(answer ?? undefined, ignoredParameters(raw, known), headers)
      } catch (error) {
        return this.fail(error, request, headers)
      }
    }
    const detail = openApiDetail(spec.summary, path.schema, parameters.schema)
    return [run, { parse: 'none', detail }] as const
  }

  /** The answer to a failed request; what is not an ApiError is a bug and is logged. */
  fail(error: unknown, request: Request, headers: Readonly<Record<string, string>> = noHeaders): Response {
    if (error instanceof ApiError) return failure(error, { ...commonHeaders, ...headers })
    const requestId = crypto.randomUUID()
    this.context.log.error(
      { err: error, requestId, method: request.method, path: pathOf(request) },
      'request failed',
    )
    const answer = new ApiError('INTERNAL_SERVER_ERROR', 'Internal server error', { request_id: requestId })
    return failure(answer, { ...commonHeaders, ...headers })
  }

  #address({ request, server }: RouteContext): string {
    const direct = server?.requestIP(request)?.address ?? ''
    const { trustedProxies } = this.context
    if (trustedProxies.length === 0 || !trustedProxies.includes(direct)) return direct
    const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map((each) => each.trim())
    return forwarded.findLast((each) => each !== '' && !trustedProxies.includes(each)) ?? direct
  }
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname
}

function ignoredParameters(raw: RawParameters, known: ReadonlySet<string>): string[] {
  const ignored: string[] = []
  for (const name of raw.keys()) if (!known.has(name)) ignored.push(name)
  return ignored
}

/** First word of `User-Agent`, before the slash; a `client` parameter wins. */
function clientName(request: Request, raw: RawParameters): string {
  const named = raw.get('client')
  const name = typeof named === 'string' ? named : (request.headers.get('user-agent') ?? '')
  const word = typeof named === 'string' ? name : name.split(/[/\s]/, 1)[0]
  return word === undefined || word === ''
    ? 'Unspecified'
    : word.toWellFormed().replaceAll('\0', '').slice(0, 100)
}
