// The web client's store and feeds of a person, without a browser: they ask a real server, and take in its events when told to.
import { Feed } from '../../src/web/feeds/feed'
import type { World } from '../../src/web/feeds/fetching'
import type { Term } from '../../src/web/addresses/narrow'
import type { ServerEvent } from '../../src/web/store/events'
import { registration } from '../../src/web/store/registration'
import { apply, stateFrom, type State } from '../../src/web/store/state'
import { eventsOf, register } from './law'
import type { Client, Parameters } from './client'

export class WebReader {
  private readonly feeds: Feed[] = []
  private readonly underway = new Set<Promise<unknown>>()
  /** Those of them that are not held. */
  private readonly free = new Set<Promise<unknown>>()
  /** How many calls the feeds have made. */
  calls = 0
  /** Answers wait for it. */
  private way = Promise.resolve()
  private isHolding = false
  private readonly clears: (() => void)[] = []

  private constructor(
    private readonly person: Client,
    private answer: Awaited<ReturnType<typeof register>>,
    private state: State,
  ) {}

  static async start(person: Client): Promise<WebReader> {
    const answer = await register(person, registration)
    return new WebReader(person, answer, stateFrom(answer))
  }

  readonly world: World = {
    state: () => this.state,
    change: (change) => void (this.state = change(this.state)),
    get: (path, parameters) => this.get(path, parameters),
  }

  /** A feed that is told of every event. */
  feed(terms: readonly Term[]): Feed {
    const feed = new Feed(this.world, terms)
    this.feeds.push(feed)
    return feed
  }

  /** Takes in the events that have come; what feeds then ask for is not waited for. */
  async takeEvents(told: (event: ServerEvent) => void = () => {}): Promise<void> {
    const events = await eventsOf({ person: this.person, state: this.answer })
    const last = events.at(-1)
    if (last) this.answer = { ...this.answer, last_event_id: last['id'] }
    for (const event of events) {
      const known = { ...event, type: String(event['type']) }
      this.state = apply(this.state, known, 0)
      for (const feed of this.feeds) feed.take(known)
      told(known)
    }
  }

  /** Answers to what is asked here stay under way until they are let through: events and later answers overtake them. */
  hold(asking: () => void): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.way = promise
    this.clears.push(resolve)
    this.isHolding = true
    asking()
    this.isHolding = false
    this.way = Promise.resolve()
  }

  letThrough(): void {
    for (const clear of this.clears.splice(0)) clear()
  }

  /** Until all events are taken in and every question is answered, those that were held last. */
  async settle(told?: (event: ServerEvent) => void): Promise<void> {
    await this.takeEvents(told)
    await this.allAnswered(this.free)
    this.letThrough()
    do {
      await this.takeEvents(told)
      await this.allAnswered(this.underway)
    } while ((await this.hasMore()) || this.underway.size > 0)
  }

  private async allAnswered(calls: ReadonlySet<Promise<unknown>>): Promise<void> {
    while (calls.size > 0) {
      await Promise.allSettled(calls)
      await turn()
    }
  }

  private async hasMore(): Promise<boolean> {
    return (await eventsOf({ person: this.person, state: this.answer })).length > 0
  }

  private async answered(path: string, parameters: Parameters): ReturnType<World['get']> {
    const { way } = this
    const { body } = await this.person.get(path, parameters)
    await way
    return body
  }

  private async get(path: string, parameters: Parameters): ReturnType<World['get']> {
    this.calls += 1
    const call = this.answered(path, parameters)
    this.underway.add(call)
    if (!this.isHolding) this.free.add(call)
    try {
      const body = await call
      if (body['result'] !== 'success') throw new Error(String(body['msg']))
      return body
    } finally {
      // What is made of the answer comes first.
      setImmediate(() => {
        this.underway.delete(call)
        this.free.delete(call)
      })
    }
  }
}

/** Lets everything that is ready go on. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
