// One event queue: what a client has yet to acknowledge, and the poll that waits for more (contract 3, 6).

/** A narrow as clients write it: a list of terms, objects or pairs of operator and operand. */
export type NarrowJson = readonly (
  | readonly [string, unknown]
  | { readonly operator: string; readonly operand: unknown; readonly negated?: boolean }
)[]

/** What a client declared when it registered. Names follow the contract (4.17), in our case. */
export interface QueueOptions {
  /** Undefined: all kinds of events. */
  eventTypes: readonly string[] | undefined
  narrow: NarrowJson
  allPublicStreams: boolean
  applyMarkdown: boolean
  clientGravatar: boolean
  includeSubscribers: 'true' | 'false' | 'partial'
  slimPresence: boolean
  notificationSettingsNull: boolean
  bulkMessageDeletion: boolean
  userAvatarUrlFieldOptional: boolean
  streamTypingNotifications: boolean
  userSettingsObject: boolean
  linkifierUrlTemplate: boolean
  userListIncomplete: boolean
  includeDeactivatedGroups: boolean
  archivedChannels: boolean
  emptyTopicName: boolean
  simplifiedPresenceEvents: boolean
  /** Follows from the client's name: whether it reads the public protocol's words where only one can stand. */
  publicNames: boolean
}

/** What events may know of a queue. */
export interface QueueProfile {
  readonly id: string
  readonly userId: number
  readonly options: QueueOptions
}

/** A queue as it is saved at shutdown. */
export interface SavedQueue {
  id: string
  userId: number
  client: string
  options: QueueOptions
  lastEventId: number
  lastActiveAt: number
  /** Event ID and JSON fields of each unacknowledged event. */
  events: [number, string][]
}

interface Entry {
  id: number
  /** JSON fields shared with other queues. */
  shared: string
  /** JSON fields of this queue alone, with a leading comma; often empty. */
  personal: string
}

/** The answer to a poll: JSON text of the events. */
type Answer = (events: string) => void

/**
 * How many unacknowledged events and characters a queue may hold before it is given up, and how many characters
 * of them go into one answer: clients that ask again and again without reading hold no more than that each.
 */
export const queueLimits = { events: 20_000, characters: 64 * 1024 * 1024, answerCharacters: 4 * 1024 * 1024 }

export class EventQueue implements QueueProfile {
  readonly id: string
  readonly userId: number
  readonly client: string
  readonly options: QueueOptions
  lastEventId: number
  /** Milliseconds since the epoch: the last poll, or the end of one. */
  lastActiveAt: number
  /** When the client last got something, for heartbeats. */
  lastSentAt: number
  /** A slow reader's queue that outgrew its bounds; to be collected. */
  overflowed = false
  readonly #wanted: ReadonlySet<string> | undefined
  #entries: Entry[]
  #characters = 0
  #waiting: Answer | undefined
  readonly #onPending: (queue: EventQueue) => void

  constructor(saved: SavedQueue, onPending: (queue: EventQueue) => void) {
    this.id = saved.id
    this.userId = saved.userId
    this.client = saved.client
    this.options = saved.options
    this.lastEventId = saved.lastEventId
    this.lastActiveAt = saved.lastActiveAt
    this.lastSentAt = saved.lastActiveAt
    this.#entries = saved.events.map(([id, shared]) => ({ id, shared, personal: '' }))
    for (const entry of this.#entries) this.#characters += entry.shared.length
    this.#wanted = saved.options.eventTypes && new Set(saved.options.eventTypes)
    this.#onPending = onPending
  }

  wants(eventType: string): boolean {
    return this.#wanted === undefined || this.#wanted.has(eventType) || eventType === 'heartbeat'
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  /** Adds an event; a waiting poll is answered once the turn's events are all there. */
  push(shared: string, personal: string): void {
    if (this.overflowed) return
    this.#entries.push({ id: ++this.lastEventId, shared, personal })
    this.#characters += shared.length + personal.length
    if (this.#entries.length > queueLimits.events || this.#characters > queueLimits.characters) this.#giveUp()
    if (this.#waiting) this.#onPending(this)
  }

  #giveUp(): void {
    this.overflowed = true
    this.#entries = []
    this.#characters = 0
  }

  /** Forgets the events up to `lastEventId`. */
  acknowledge(lastEventId: number): void {
    let count = 0
    for (const entry of this.#entries) {
      if (entry.id > lastEventId) break
      this.#characters -= entry.shared.length + entry.personal.length
      count++
    }
    if (count > 0) this.#entries.splice(0, count)
  }

  get hasEvents(): boolean {
    return this.#entries.length > 0
  }

  /** JSON list of the unacknowledged events, from the oldest, as many as fit into one answer; at least one. */
  eventsText(): string {
    const texts: string[] = []
    let characters = 0
    for (const { id, shared, personal } of this.#entries) {
      characters += shared.length + personal.length
      if (texts.length > 0 && characters > queueLimits.answerCharacters) break
      texts.push(`{"id":${id},${shared}${personal}}`)
    }
    return `[${texts.join(',')}]`
  }

  /** Waits for an event; a poll that waits already is released with none. */
  wait(answer: Answer): void {
    this.release()
    this.#waiting = answer
  }

  /** The waiting client is gone. */
  stopWaiting(answer: Answer, now: number): void {
    if (this.#waiting !== answer) return
    this.#waiting = undefined
    this.lastActiveAt = now
  }

  /** Answers the waiting poll with what there is. */
  flush(now: number): void {
    const answer = this.#waiting
    if (!answer) return
    this.#waiting = undefined
    this.lastActiveAt = now
    this.lastSentAt = now
    answer(this.eventsText())
  }

  /** Answers the waiting poll with nothing. */
  release(): void {
    const answer = this.#waiting
    this.#waiting = undefined
    answer?.('[]')
  }

  save(): SavedQueue {
    return {
      id: this.id,
      userId: this.userId,
      client: this.client,
      options: this.options,
      lastEventId: this.lastEventId,
      lastActiveAt: this.lastActiveAt,
      events: this.#entries.map(({ id, shared, personal }) => [id, shared + personal]),
    }
  }
}
