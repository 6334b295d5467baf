// All event queues of an organization: made, found, swept, and sent to; what they hold is in the journal before it goes out.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { never } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { CommitCompanion } from '../organization/writer'
import { version } from '../version'
import type { ServerEvent } from './event'
import { Delivery } from './delivery'
import { Journal } from './journal'
import {
  EventQueue,
  personLimits,
  PersonsQueues,
  type QueueEntry,
  type QueueProfile,
  type QueueStart,
} from './queue'
import { sharesOf, type Share } from './rendering'
import { replayJournal } from './replay'
import { lastMark, nextMark } from './repository'

export const heartbeatMilliseconds = 60_000
const idleMilliseconds = 10 * 60_000

/** What a client registers a queue with. */
export type Registration = Pick<QueueStart, 'userId' | 'client' | 'options' | 'sessionId'>

export const queues = organizationState((organization) => new EventQueues(organization))

export class EventQueues implements CommitCompanion {
  readonly #organization: Organization
  readonly #journal: Journal
  readonly #byId = new Map<string, EventQueue>()
  readonly #byUser = new Map<number, PersonsQueues>()
  readonly #allPublic = new Set<EventQueue>()
  readonly #delivery = new Delivery((due) => this.#answer(due))
  #lastNumber = 0
  /** What the writes of the batch under way want sent, and whose queues they end. */
  #outbox: { event: ServerEvent; outcome: { error?: unknown } }[] = []
  #ending: EventQueue[] = []
  /** The events of the batch as they will be in the queues once it is on disk. */
  #prepared: Share[] = []
  isDraining = false

  constructor(organization: Organization) {
    this.#organization = organization
    this.#journal = new Journal(
      organization.folder,
      organization.clock,
      () => this.#byId.values(),
      () => lastMark(organization.db),
    )
    organization.accompanyCommits(this)
  }

  get count(): number {
    return this.#byId.size
  }

  /** How many clients wait for an answer now. */
  get waitingCount(): number {
    let count = 0
    for (const queue of this.#byId.values()) if (queue.isWaiting) count++
    return count
  }

  /** Makes a queue; its first event will have ID 0. Where a person has very many, the idlest gives way. */
  register({ userId, client, options, sessionId }: Registration): EventQueue {
    const others = this.#byUser.get(userId)
    const idlest = others && others.all.size >= personLimits.queues ? others.idlest() : undefined
    if (idlest) this.remove(idlest)
    const queue = this.#add({
      id: crypto.randomUUID(),
      number: ++this.#lastNumber,
      userId,
      client,
      options,
      sessionId,
      serverVersion: version,
      lastEventId: -1,
      lastActiveAt: this.#organization.clock.now(),
      entries: [],
    })
    this.#journal.noteQueue(queue)
    return queue
  }

  find(id: string): EventQueue | undefined {
    return this.#byId.get(id)
  }

  /** The people who have a queue. */
  get userIds(): Iterable<number> {
    return this.#byUser.keys()
  }

  ofUser(userId: number): Iterable<EventQueue> {
    return this.#byUser.get(userId)?.all ?? []
  }

  remove(queue: EventQueue): void {
    this.#journal.noteEnd(queue)
    this.#forget(queue)
  }

  #forget(queue: EventQueue): void {
    queue.end(this.#organization.clock.now())
    this.#byId.delete(queue.id)
    this.#allPublic.delete(queue)
    this.#delivery.forget(queue)
    if (this.#byUser.get(queue.userId)?.all.size === 0) this.#byUser.delete(queue.userId)
  }

  /** Sends an event now. */
  send(event: ServerEvent): void {
    const shares = sharesOf(event, this.#reachedBy(event))
    this.#journal.noteEvents(shares)
    push(shares)
  }

  /** Sends an event with the commit of the batch under way. @param outcome gets the error if that fails */
  sendWithCommit(event: ServerEvent, outcome: { error?: unknown }): void {
    this.#outbox.push({ event, outcome })
  }

  /** Ends those of these people's queues with the commit of the batch under way. */
  endWithCommit(userIds: Iterable<number>, isMeant: (queue: QueueProfile) => boolean): void {
    for (const userId of new Set(userIds)) {
      for (const queue of this.ofUser(userId)) if (isMeant(queue)) this.#ending.push(queue)
    }
  }

  committing(): void {
    for (const { event, outcome } of this.#outbox) {
      try {
        this.#prepared.push(...sharesOf(event, this.#reachedBy(event)))
      } catch (error) {
        outcome.error = error
      }
    }
    if (this.#prepared.length + this.#ending.length === 0) return
    this.#journal.noteCommit(this.#prepared, this.#ending, nextMark(this.#organization.db))
  }

  committed(): void {
    push(this.#prepared)
    for (const queue of this.#ending) this.#forget(queue)
    this.#startBatch()
  }

  undone(): void {
    if (this.#prepared.length + this.#ending.length > 0) this.#journal.takeBackCommit()
    this.#startBatch()
  }

  #startBatch(): void {
    this.#outbox = []
    this.#ending = []
    this.#prepared = []
  }

  /** The queues that asked for such an event, of the people it is for. */
  *#reachedBy(event: ServerEvent): Iterable<EventQueue> {
    const { audience, alsoAllPublicStreams } = event
    if (audience === 'everyone') {
      for (const queue of this.#byId.values()) if (queue.wants(event.type)) yield queue
      return
    }
    const reached = alsoAllPublicStreams && this.#allPublic.size > 0 ? new Set<EventQueue>() : undefined
    for (const userId of audience) {
      for (const queue of this.ofUser(userId)) {
        if (!queue.wants(event.type)) continue
        reached?.add(queue)
        yield queue
      }
    }
    if (!alsoAllPublicStreams || !reached) return
    for (const queue of this.#allPublic) {
      if (queue.wants(event.type) && !reached.has(queue) && alsoAllPublicStreams(queue.userId)) yield queue
    }
  }

  /** When a client waits for a heartbeat next, or a queue has been idle for too long; in milliseconds. */
  nextTick(): number {
    let next = never
    for (const queue of this.#byId.values()) {
      if (queue.overflowed) return this.#organization.clock.now()
      const due = queue.isWaiting
        ? queue.lastSentAt + heartbeatMilliseconds
        : queue.lastActiveAt + idleMilliseconds
      next = Math.min(next, due)
    }
    return next
  }

  /** Heartbeats for clients that wait, and an end to queues nobody has asked for. Called by the timer. */
  tick(): void {
    const now = this.#organization.clock.now()
    const silent: EventQueue[] = []
    for (const queue of this.#byId.values()) {
      // A clock that was put back must not keep queues for as long as it was ahead.
      queue.lastActiveAt = Math.min(queue.lastActiveAt, now)
      if (queue.overflowed || (!queue.isWaiting && now - queue.lastActiveAt >= idleMilliseconds)) {
        this.remove(queue)
      } else if (queue.isWaiting && Math.abs(now - queue.lastSentAt) >= heartbeatMilliseconds) {
        silent.push(queue)
      }
    }
    if (silent.length === 0) return
    const shares = sharesOf({ type: 'heartbeat', audience: [], payload: () => ({}) }, silent)
    this.#journal.noteEvents(shares)
    push(shares)
  }

  /** The events a queue has for its client now, as JSON text of a list. */
  answerOf(queue: EventQueue): string {
    this.#journal.flush()
    return queue.answer(this.#organization.clock.now())
  }

  /** Whether there is something for a poll that comes now, and it is to have it at once. */
  hasAnswer(queue: EventQueue): boolean {
    return queue.hasEvents && !this.#delivery.isResting(queue)
  }

  /** Answers every waiting poll with nothing, and from now on those that come: the server is about to stop. */
  drain(): void {
    this.isDraining = true
    for (const queue of this.#byId.values()) queue.release()
  }

  /**
   * Takes up the queues that are in the journal: of the last stop, or of before a crash. To be called before anything
   * is written, as they have to hear of it.
   * @throws if the journal is damaged or does not go with the database: then there are no queues, and clients
   *   register anew.
   */
  restore(): void {
    // Version 0.1 kept its queues here, in another form.
    rmSync(join(this.#organization.folder, 'queues.json'), { force: true })
    try {
      const found = replayJournal(this.#organization.folder, lastMark(this.#organization.db))
      if (!found) return
      const lastActiveAt = this.#organization.clock.now()
      for (const queue of found.queues) {
        this.#lastNumber = Math.max(this.#lastNumber, queue.number)
        this.#add({ ...queue, lastActiveAt })
      }
      this.#journal.resume(found)
    } catch (error) {
      this.#journal.discard()
      throw error
    }
  }

  closing(): void {
    this.#journal.close()
  }

  #add(start: QueueStart): EventQueue {
    const siblings = this.#byUser.get(start.userId) ?? new PersonsQueues()
    this.#byUser.set(start.userId, siblings)
    const queue = new EventQueue(start, siblings, (pending) => this.#delivery.add(pending))
    this.#byId.set(queue.id, queue)
    if (queue.options.allPublicStreams) this.#allPublic.add(queue)
    return queue
  }

  #answer(due: Iterable<EventQueue>): void {
    this.#journal.flush()
    const now = this.#organization.clock.now()
    for (const queue of due) queue.flush(now)
  }
}

function push(shares: readonly Share[]): void {
  for (const { shared, personal, queues, ids } of shares) {
    let entry: QueueEntry | undefined
    for (const [index, queue] of queues.entries()) {
      const id = ids[index] ?? 0
      // Clients that came at the same time are often at the same ID.
      if (entry?.id !== id) entry = { id, shared, personal }
      queue.push(entry)
    }
  }
}
