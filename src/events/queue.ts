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
  /** The session of a browser that it ends with; undefined where it was registered with a key. */
  readonly sessionId: number | undefined
  /** The version of the server that the client registered with. */
  readonly serverVersion: string
}

/** JSON fields of an event, the same for several queues, and where they stand in the journal. */
export class SharedText {
  /** Its number in the journal; 0 before it is there. */
  number = 0
  /** The newest file of the journal that has it. */
  generation = 0

  constructor(readonly text: string) {}
}

/** An event as one queue has it. */
export interface QueueEntry {
  readonly id: number
  readonly shared: SharedText
  /** JSON fields that go with it in this queue, with a leading comma; often empty. */
  readonly personal: string
}

/** A queue when it is made, or made again after a restart. */
export interface QueueStart {
  readonly id: string
  /** A short name for it in the journal. */
  readonly number: number
  readonly userId: number
  readonly client: string
  readonly options: QueueOptions
  readonly sessionId?: number | undefined
  /** The version of the server that made it. */
  readonly serverVersion: string
  readonly lastEventId: number
  /** Milliseconds since the epoch. */
  readonly lastActiveAt: number
  readonly entries: readonly QueueEntry[]
}

/** The answer to a poll: JSON text of the events. */
type Answer = (events: string) => void

/**
 * How many unacknowledged events and characters a queue may hold before it is given up, and how many characters
 * of them go into one answer: clients that ask again and again without reading hold no more than that each.
 */
export const queueLimits = { events: 20_000, characters: 16 * 1024 * 1024, answerCharacters: 4 * 1024 * 1024 }

/** What a person's queues may be and hold together. Real clients have a handful, and read them. */
export const personLimits = { queues: 100, characters: 64 * 1024 * 1024 }

/** The queues of one person. */
export class PersonsQueues {
  readonly all = new Set<EventQueue>()
  /** Of all their unacknowledged events. */
  characters = 0

  /** The one to give way first: nobody waits for it, or it was asked for the longest ago. */
  idlest(): EventQueue | undefined {
    let found: EventQueue | undefined
    for (const queue of this.all) {
      if (queue.overflowed) continue
      const isIdler =
        !found ||
        (queue.isWaiting === found.isWaiting ? queue.lastActiveAt < found.lastActiveAt : found.isWaiting)
      if (isIdler) found = queue
    }
    return found
  }
}

export class EventQueue implements QueueProfile {
  readonly id: string
  readonly number: number
  readonly userId: number
  readonly client: string
  readonly options: QueueOptions
  readonly sessionId: number | undefined
  readonly serverVersion: string
  /** The newest ID given to an event of this queue. */
  lastEventId: number
  /** The newest event that the client has said it has. */
  acknowledgedId: number
  /** Milliseconds since the epoch: the last poll, or the end of one. */
  lastActiveAt: number
  /** When the client last got something, for heartbeats. */
  lastSentAt: number
  /** When a poll was last answered, of `performance.now()`. */
  answeredAt = -Infinity
  /** A slow reader's queue that outgrew its bounds; to be collected. */
  overflowed = false
  hasEnded = false
  readonly #wanted: ReadonlySet<string> | undefined
  #entries: QueueEntry[]
  #characters = 0
  #waiting: Answer | undefined
  readonly #siblings: PersonsQueues
  readonly #onPending: (queue: EventQueue) => void

  /** @param siblings the person's queues, to which it is added */
  constructor(start: QueueStart, siblings: PersonsQueues, onPending: (queue: EventQueue) => void) {
    this.id = start.id
    this.number = start.number
    this.userId = start.userId
    this.client = start.client
    this.options = start.options
    this.sessionId = start.sessionId
    this.serverVersion = start.serverVersion
    this.lastEventId = start.lastEventId
    this.acknowledgedId = (start.entries[0]?.id ?? start.lastEventId + 1) - 1
    this.lastActiveAt = start.lastActiveAt
    this.lastSentAt = start.lastActiveAt
    this.#entries = [...start.entries]
    this.#siblings = siblings
    siblings.all.add(this)
    for (const entry of this.#entries) this.#hold(charactersOf(entry))
    this.#wanted = start.options.eventTypes && new Set(start.options.eventTypes)
    this.#onPending = onPending
  }

  wants(eventType: string): boolean {
    return this.#wanted === undefined || this.#wanted.has(eventType) || eventType === 'heartbeat'
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  /** The ID of the next event; one that is not pushed after all leaves a gap, which the protocol allows. */
  nextId(): number {
    return ++this.lastEventId
  }

  /** Adds an event; a waiting poll is answered once the turn's events are all there. */
  push(entry: QueueEntry): void {
    if (this.overflowed) return
    this.#entries.push(entry)
    this.#hold(charactersOf(entry))
    if (this.#entries.length > queueLimits.events || this.#characters > queueLimits.characters) this.#giveUp()
    while (this.#siblings.characters > personLimits.characters) {
      const queue = this.#siblings.idlest()
      if (!queue) break
      queue.#giveUp()
    }
    if (this.#waiting) this.#onPending(this)
  }

  #hold(characters: number): void {
    this.#characters += characters
    this.#siblings.characters += characters
  }

  #giveUp(): void {
    this.overflowed = true
    this.#entries = []
    this.#hold(-this.#characters)
  }

  /** Forgets the events up to `lastEventId`. */
  acknowledge(lastEventId: number): void {
    this.acknowledgedId = Math.max(this.acknowledgedId, lastEventId)
    let count = 0
    for (const entry of this.#entries) {
      if (entry.id > lastEventId) break
      this.#hold(-charactersOf(entry))
      count++
    }
    if (count > 0) this.#entries.splice(0, count)
  }

  /** The unacknowledged events, from the oldest. */
  get entries(): readonly QueueEntry[] {
    return this.#entries
  }

  /** Of all unacknowledged events. */
  get characters(): number {
    return this.#characters
  }

  get hasEvents(): boolean {
    return this.#entries.length > 0
  }

  /**
   * The answer to a poll: a JSON list of the unacknowledged events, from the oldest, as many as fit into one; at least one.
   * @param now milliseconds since the epoch
   */
  answer(now: number): string {
    this.lastSentAt = now
    this.answeredAt = performance.now()
    // Put together by `+`, of which the engine copies nothing until the answer is written: `join` would copy all of it once more.
    let events = ''
    let characters = 0
    for (const { id, shared, personal } of this.#entries) {
      characters += shared.text.length + personal.length
      if (events !== '' && characters > queueLimits.answerCharacters) break
      events += `${events === '' ? '' : ','}{"id":${id},${shared.text}${personal}}`
    }
    return `[${events}]`
  }

  /** Waits for an event, or for its turn where there are some; a poll that waits already is released with none. */
  wait(answer: Answer): void {
    this.release()
    this.#waiting = answer
    if (this.hasEvents) this.#onPending(this)
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
    answer(this.answer(now))
  }

  /** The queue is no more: a poll that waits gets what came last, and the client learns of the end with its next one. */
  end(now: number): void {
    this.flush(now)
    this.hasEnded = true
    this.#siblings.all.delete(this)
    this.#hold(-this.#characters)
  }

  /** Answers the waiting poll with nothing. */
  release(): void {
    const answer = this.#waiting
    this.#waiting = undefined
    answer?.('[]')
  }
}

function charactersOf({ shared, personal }: QueueEntry): number {
  return shared.text.length + personal.length
}
