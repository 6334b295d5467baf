// Who is acting: whose request, or whether it is the command line or the server by itself. What is written knows it.
import { AsyncLocalStorage } from 'node:async_hooks'

/** A request that changes something, as far as it tells who made it. */
export interface Requester {
  /** Undefined: somebody without an account, or who has not said who they are. */
  readonly caller: { readonly id: number } | undefined
  /** What the request was made with: a browser's session, or an API key. */
  readonly sessionId: number | undefined
  readonly apiKeyId: number | undefined
  /** Name of the client. */
  readonly client: string
  /** The network address. */
  readonly address: string
}

/** `console` is the command line; `system` is the server itself: its timer and its jobs. */
export type Actor = Requester | 'console' | 'system'

const acting = new AsyncLocalStorage<Actor>()

/** Does something for somebody, to its end, also where it waits in between: all its writes are theirs. */
export function actingAs<T>(actor: Actor, work: () => T): T {
  return acting.run(actor, work)
}

export function presentActor(): Actor {
  return acting.getStore() ?? 'system'
}
