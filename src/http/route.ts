// How a feature says its routes: method, path, schemas, then the handler; and what a handler gets and answers.
import { Type, type Static, type TObject } from '@sinclair/typebox'
import type { Organization } from '../organization/organization'
import type { InTurns } from '../organization/turns'
import type { User } from '../users/repository'
import type { CredentialKind } from './credentials'
import type { AnswerFields } from './envelope'
import type { ApiError } from './errors'
import type { ConnectionSource } from './proxies'

/** A request to one of an organization's routes, decoded. */
export interface Call<Path, Parameters, Caller = User> {
  organization: Organization
  caller: Caller
  /** The session that the caller's browser is logged in with; undefined with other credentials. */
  sessionId: number | undefined
  path: Path
  parameters: Parameters
  /** Name of the client, from `User-Agent` or a `client` parameter. */
  client: string
  request: Request
  /** What was sent, where the route takes the whole body; empty elsewhere. */
  readonly body: Uint8Array<ArrayBuffer>
  /** Where the caller is, as far as trusted proxies tell: an IPv4 address, or the /64 of an IPv6 one. */
  readonly address: string
  /** The base address the caller used, such as `https://chat.example.com`. */
  readonly origin: string
  /** Does work that may take long, a piece at a time, so that others have their turns; given up when the caller is gone. */
  readonly inTurns: InTurns
}

/** The same where nobody needs to be logged in. */
export type OpenCall<Path, Parameters> = Call<Path, Parameters, User | undefined>

/** The largest body of calls that take texts of messages, or lists of hundreds. */
export const longBody = 1024 * 1024

/** A route's description: its schemas are the single source of validation and of the reference. */
export interface RouteSpec<Path extends TObject, Parameters extends TObject> {
  /** One line for the API reference. */
  summary: string
  /** What the reference says beside it, such as what an answer holds that the protocol does not know. */
  description?: string
  path?: Path
  parameters?: Parameters
  /** Earlier names of parameters, which some clients still send, with the names they have now. */
  earlierNames?: Readonly<Record<string, string>>
  /** What callers may say who they are with; the usual kinds if not given. None: nobody is asked, all are equal. */
  credentials?: readonly CredentialKind[]
  /** Which bots may call it; `able` if not given. People always may. */
  bots?: CallingBots
  /** The largest body, in bytes, where 64 KiB are not enough. */
  maxBodyBytes?: number
  /** Whether the handler reads the body itself; the parameters are then those of the query. */
  rawBody?: true
  /**
   * Whether the body is no list of parameters but something of its own, which the handler gets as it came, once it is there
   * within its limit; the parameters are those of the query.
   */
  wholeBody?: true
  /** Whether it answers even in a deactivated organization. */
  worksWhenDeactivated?: true
  /** Whether its requests are not counted: a page may have hundreds of pictures. */
  isFree?: true
  /** Whether it answers when there is something to tell, which may take long and is not slow. */
  waits?: true
  /** Whether its path is not below `/api/v1`. */
  besideApi?: true
  /** It is a page for people, at this very path and no part of the API: this is how it says that it failed. */
  page?: PageOfFailure
}

/** Makes the page that says that one failed. */
export type PageOfFailure = (error: ApiError, request: Request) => Response

/**
 * Which bots a call takes: `none` where it is for people alone, `able` all but incoming webhook bots, which do nothing but
 * send, and `all`.
 */
export type CallingBots = 'none' | 'able' | 'all'

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set<Method>(['GET', 'HEAD', 'OPTIONS'])

export type NoFields = TObject<Record<never, never>>
export const noFields: NoFields = Type.Object({})

export type Answer = AnswerFields | Response | void | Promise<AnswerFields | Response | void>
export type Handle<Path extends TObject, Parameters extends TObject, Caller> = (
  call: Call<Static<Path>, Static<Parameters>, Caller>,
) => Answer

/** Answers a request; never throws. @param server knows the other end of the connection, where there is one */
export type Handler = (request: Request, server: ConnectionSource | null) => Response | Promise<Response>

/** A route, to be served. */
export interface Route {
  readonly method: Method
  /** The whole path, with `:name` for parameters. */
  readonly path: string
  readonly handler: Handler
  /** Whether it waits until there is something to tell. */
  readonly waits?: boolean
  /** What the API reference says of it; undefined for what is no part of the API. */
  readonly described: RouteDescription | undefined
}

export interface RouteDescription {
  readonly summary: string
  readonly description: string | undefined
  readonly path: TObject
  readonly parameters: TObject
  readonly credentials: readonly CredentialKind[]
  readonly bots: CallingBots
  /** Whether it also answers people without an account. */
  readonly isOpen: boolean
  /** Whether its body is the sender's own to choose, and its parameters stand in the query. */
  readonly takesWholeBody: boolean
}

type Add<Caller> = <Path extends TObject, Parameters extends TObject>(
  method: Method,
  path: string,
  spec: RouteSpec<Path, Parameters>,
  handle: Handle<Path, Parameters, Caller>,
) => void

type AddTo<Caller> = <Path extends TObject = NoFields, Parameters extends TObject = NoFields>(
  path: string,
  spec: RouteSpec<Path, Parameters>,
  handle: Handle<Path, Parameters, Caller>,
) => void

/** `api.get('/users/me', { summary: 'Get own user' }, ({ organization, caller }) => …)`, and so for each method. */
export class Routes<Caller> {
  readonly get: AddTo<Caller>
  /** Where it is not what GET would answer without its body: that is answered by itself. */
  readonly head: AddTo<Caller>
  /** Where a path has more to say than which methods it takes. */
  readonly options: AddTo<Caller>
  readonly post: AddTo<Caller>
  readonly put: AddTo<Caller>
  readonly patch: AddTo<Caller>
  readonly delete: AddTo<Caller>

  constructor(add: Add<Caller>) {
    this.get = (path, spec, handle) => add('GET', path, spec, handle)
    this.head = (path, spec, handle) => add('HEAD', path, spec, handle)
    this.options = (path, spec, handle) => add('OPTIONS', path, spec, handle)
    this.post = (path, spec, handle) => add('POST', path, spec, handle)
    this.put = (path, spec, handle) => add('PUT', path, spec, handle)
    this.patch = (path, spec, handle) => add('PATCH', path, spec, handle)
    this.delete = (path, spec, handle) => add('DELETE', path, spec, handle)
  }
}
