// What is asked of the web and what comes of it: requests, their limits, and how they end.

/** A request of the server's own. It carries no cookies and no credentials but what `headers` has. */
export interface OutgoingRequest {
  /** `http` or `https`. */
  readonly url: string
  /** `GET` if it is not said. */
  readonly method?: 'GET' | 'POST'
  /** Further headers. After a redirect to another origin they are left out, all but `accept…`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly limits?: Partial<Limits>
  /**
   * Whether the body is of interest, once status and headers are there; it is not read otherwise. If it is not said, it always is.
   */
  readonly wantsBody?: (head: AnswerHead) => boolean
  /** Ends it early: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Times are in milliseconds. */
export interface Limits {
  /** To find the address and be connected to it, TLS included. */
  readonly connect: number
  /** From then until the headers of the answer are there. */
  readonly firstByte: number
  /** For all of it, redirects included. */
  readonly whole: number
  /** Of the body, after it was decompressed. */
  readonly bytes: number
  /** What becomes of an answer that is longer: it is no answer, or what has come by then is. */
  readonly longer: 'refuse' | 'cut'
  /** How many are followed. Where none are, or too many, the redirect is the answer. */
  readonly redirects: number
}

export const usualLimits: Limits = {
  connect: 5000,
  firstByte: 10_000,
  whole: 20_000,
  bytes: 1024 * 1024,
  longer: 'refuse',
  redirects: 5,
}

export interface AnswerHead {
  /** Where the answer came from in the end. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
}

/** An answer, whatever its status. */
export interface Answer extends AnswerHead {
  readonly kind: 'answered'
  /** Decompressed; empty where nobody wanted it. */
  readonly body: Uint8Array
}

/** Why there is no answer. `reason` is for the log and for whoever runs the organization: it says no more than the address does. */
export interface Failure {
  /**
   * `refused`: the server does not go there, however often it is asked. `unreachable`: no such name, nobody there, a wrong
   * certificate, or what came is no HTTP. `timedOut`, `tooLarge`: a limit was reached.
   */
  readonly kind: 'refused' | 'unreachable' | 'timedOut' | 'tooLarge'
  readonly reason: string
}

export type Outcome = Answer | Failure

/** Thrown within this folder; callers get the outcome. */
export class OutgoingError extends Error {
  constructor(
    readonly kind: Failure['kind'],
    message: string,
  ) {
    super(message)
  }
}

/** The network that requests go out to. */
export interface Network {
  /** Whether private addresses may be reached, loopback among them: the operator's own network. */
  readonly allowsPrivateAddresses: boolean
  /** The addresses that a name has; the system's resolver if it is not said. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
  /** Certificates, as PEM, of those who are trusted instead of the usual ones. */
  readonly authorities?: string
}
