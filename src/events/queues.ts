// All event queues of an organization: made, found, swept, saved and restored.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { ServerEvent } from './event'
import { EventQueue, type QueueOptions, type SavedQueue } from './queue'

const heartbeatMilliseconds = 60_000
const idleMilliseconds = 10 * 60_000

export const queues = organizationState((organization) => new EventQueues(organization))

export class EventQueues {
  readonly #organization: Organization
  readonly #byId = new Map<string, EventQueue>()
  readonly #byUser = new Map<number, Set<EventQueue>>()
  readonly #allPublic = new Set<EventQueue>()
  readonly #pending = new Set<EventQueue>()
  isDraining = false

  constructor(organization: Organization) {
    this.#organization = organization
  }

  get count(): number {
    return this.#byId.size
  }

  /** Makes a queue; its first event will have ID 0. */
  register(userId: number, client: string, options: QueueOptions): EventQueue {
    const lastActiveAt = this.#organization.clock.now()
    return this.#add({
      id: crypto.randomUUID(),
      userId,
      client,
      options,
      lastEventId: -1,
      lastActiveAt,
      events: [],
    })
  }

  find(id: string): EventQueue | undefined {
    return this.#byId.get(id)
  }

  /** The people who have a queue. */
  get userIds(): Iterable<number> {
    return this.#byUser.keys()
  }

  ofUser(userId: number): Iterable<EventQueue> {
    return this.#byUser.get(userId) ?? []
  }

  remove(queue: EventQueue): void {
    queue.release()
    this.#byId.delete(queue.id)
    this.#allPublic.delete(queue)
    this.#pending.delete(queue)
    const siblings = this.#byUser.get(queue.userId)
    siblings?.delete(queue)
    if (siblings?.size === 0) this.#byUser.delete(queue.userId)
  }

  /** A person may no longer use the server: their queues are gone at once. */
  removeOfUser(userId: number): void {
    for (const queue of this.ofUser(userId)) this.remove(queue)
  }

  /** The queues that asked for such an event, of the people it is for. */
  *reachedBy(event: ServerEvent): Iterable<EventQueue> {
    const { audience, alsoAllPublicStreams } = event
    if (audience === 'everyone') {
      for (const queue of this.#byId.values()) if (queue.wants(event.type)) yield queue
      return
    }
    const reached = alsoAllPublicStreams && this.#allPublic.size > 0 ? new Set<EventQueue>() : undefined
    for (const userId of audience) {
      for (const queue of this.#byUser.get(userId) ?? []) {
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

  /** Heartbeats for clients that wait, and an end to queues nobody has asked for. Called by the timer. */
  tick(): void {
    const now = this.#organization.clock.now()
    for (const queue of this.#byId.values()) {
      // A clock that was put back must not keep queues for as long as it was ahead.
      queue.lastActiveAt = Math.min(queue.lastActiveAt, now)
      if (queue.overflowed || (!queue.isWaiting && now - queue.lastActiveAt >= idleMilliseconds)) {
        this.remove(queue)
      } else if (queue.isWaiting && Math.abs(now - queue.lastSentAt) >= heartbeatMilliseconds) {
        queue.push('"type":"heartbeat"', '')
      }
    }
  }

  /** Answers every waiting poll with nothing, and from now on those that come: the server is about to stop. */
  drain(): void {
    this.isDraining = true
    for (const queue of this.#byId.values()) queue.release()
  }

  save(): void {
    const saved = [...this.#byId.values()].filter((queue) => !queue.overflowed).map((queue) => queue.save())
    writeFileSync(`${this.#file}.new`, JSON.stringify(saved), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }

  /**
   * Takes up the queues of the last shutdown. The file is used once: after a crash it would be stale.
   * @throws if the file is damaged; it is gone by then, and clients will register anew.
   */
  restore(): void {
    if (!existsSync(this.#file)) return
    const text = readFileSync(this.#file, 'utf8')
    rmSync(this.#file)
    const saved: SavedQueue[] = JSON.parse(text)
    const now = this.#organization.clock.now()
    for (const queue of saved) this.#add({ ...queue, lastActiveAt: now })
  }

  get #file(): string {
    return join(this.#organization.folder, 'queues.json')
  }

  #add(saved: SavedQueue): EventQueue {
    const queue = new EventQueue(saved, (pending) => this.#schedule(pending))
    this.#byId.set(queue.id, queue)
    if (queue.options.allPublicStreams) this.#allPublic.add(queue)
    const siblings = this.#byUser.get(queue.userId)
    if (siblings) siblings.add(queue)
    else this.#byUser.set(queue.userId, new Set([queue]))
    return queue
  }

  #schedule(queue: EventQueue): void {
    if (this.#pending.size === 0) queueMicrotask(() => this.#flush())
    this.#pending.add(queue)
  }

  #flush(): void {
    const now = this.#organization.clock.now()
    for (const queue of this.#pending) queue.flush(now)
    this.#pending.clear()
  }
}
