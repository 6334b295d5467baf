// A feature's part of the state that a register answers with; its events are what changes it (contract 4.17).
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import type { User } from '../users/repository'
import type { QueueOptions } from './queue'

/** Who looks at the state, and how. */
export interface StateContext {
  organization: Organization
  /** Undefined for unauthenticated access. */
  viewer: User | undefined
  options: QueueOptions
  /** The base address the client used, such as `https://chat.example.com`. */
  origin: string
  /** Presence data is at most this old. */
  presenceHistoryLimitDays: number
}

/** When a part of the state is sent: if any of its types is fetched. */
export interface StateTypes {
  /** The `fetch_event_types` that bring it; `always` comes with every register. */
  types: readonly string[]
  /** Sent only if all of its types are fetched. */
  needsAll?: true
  /** Clients that name this type, too, know what has taken its place. */
  replacedBy?: string
}

/** A feature's part of the state. */
export interface StatePart extends StateTypes {
  /** The fields; what is long and seldom changes may be a `JsonText`. */
  read(context: StateContext): object
}

/** A part that may be very long. There is one, as it says what is so at the end of its last turn, in which all others are read. */
export interface LongStatePart extends StateTypes {
  readInTurns(context: StateContext): Pieces<object>
}
