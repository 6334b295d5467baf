// One request on its way: what is known of it so far, and as what its handler gets it.
import type { Requester } from '../organization/actor'
import type { Organization } from '../organization/organization'
import { inTurns, type InTurns, type Lane } from '../organization/turns'
import type { User } from '../users/repository'
import type { Identity } from './credentials'
import type { ConnectionSource, TrustedProxies } from './proxies'
import type { LimitHeaders } from './rate-limits'
import type { RawParameters } from './raw-parameters'
import type { OpenCall } from './route'
import { beginning } from './text-length'

/** A request, from its arrival to its answer. */
export class Exchange {
  /** Who makes it, once that is checked; undefined is somebody without an account. */
  identity: Identity | undefined
  /** The organization's revision by which that was checked. */
  recognizedAt = 0
  /** Headers of its answer, once it is counted and where requests are limited. */
  limits: LimitHeaders | undefined
  /** What was sent, where the route takes it as it came. */
  body: Uint8Array<ArrayBuffer> | undefined
  readonly url: string

  constructor(
    readonly request: Request,
    readonly server: ConnectionSource | null,
    readonly proxies: TrustedProxies,
  ) {
    this.url = request.url
  }

  /** Where the caller is: an IPv4 address, or the /64 of an IPv6 one. */
  get address(): string {
    return this.proxies.network(this.request, this.server)
  }

  get origin(): string {
    return this.proxies.origin(this.request, this.server)
  }

  /** Whose request it is, for what each may have so much of: an account, or an address without one. */
  whoIn({ subdomain }: Organization): string {
    return this.identity ? `${subdomain}/${this.identity.user.id}` : this.address
  }

  inTurnsIn(organization: Organization): InTurns {
    const name = this.whoIn(organization)
    return (work) => inTurns({ name, signal: () => this.request.signal }, work)
  }

  /** In which lane the request itself waits for its turn. What changes something is done even if they have gone meanwhile. */
  laneIn(organization: Organization): Lane {
    const { method } = this.request
    const isRead = method === 'GET' || method === 'HEAD'
    return { name: this.whoIn(organization), signal: () => (isRead ? this.request.signal : undefined) }
  }
}

/** What a handler gets. Most ask for little of it, so the rest is worked out only when it is asked for. */
export class DecodedCall<Path, Parameters> implements OpenCall<Path, Parameters>, Requester {
  constructor(
    private readonly exchange: Exchange,
    private readonly raw: RawParameters,
    readonly organization: Organization,
    readonly path: Path,
    readonly parameters: Parameters,
  ) {}

  get caller(): User | undefined {
    return this.exchange.identity?.user
  }

  get sessionId(): number | undefined {
    return this.exchange.identity?.sessionId
  }

  get apiKeyId(): number | undefined {
    return this.exchange.identity?.apiKeyId
  }

  get request(): Request {
    return this.exchange.request
  }

  get body(): Uint8Array<ArrayBuffer> {
    return this.exchange.body ?? new Uint8Array()
  }

  get client(): string {
    return clientName(this.exchange.request, this.raw)
  }

  get address(): string {
    return this.exchange.address
  }

  get origin(): string {
    return this.exchange.origin
  }

  get inTurns(): InTurns {
    return this.exchange.inTurnsIn(this.organization)
  }
}

/** In code points. */
const longestClientName = 100

/** First word of `User-Agent`, before the slash; a `client` parameter wins. */
function clientName(request: Request, raw: RawParameters): string {
  const named = raw.get('client')
  if (typeof named === 'string' && named !== '') {
    return beginning(named, longestClientName).toWellFormed().replaceAll('\0', '')
  }
  const agent = request.headers.get('user-agent') ?? ''
  const end = agent.search(/[/\s]/)
  return (end < 0 ? agent : agent.slice(0, end)).slice(0, longestClientName) || 'Unspecified'
}
