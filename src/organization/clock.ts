// The clock that is passed in: the system's in production, one moved by hand in tests.

import { readFileSync } from 'node:fs'

/** Time as the server sees it. */
export interface Clock {
  /** Milliseconds since the UNIX epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that another process moves: a file that holds the milliseconds since the epoch. For tests of a whole server. */
export class FileClock implements Clock {
  constructor(readonly file: string) {}

  /** @throws if the file holds no time. */
  now(): number {
    const now = Number(readFileSync(this.file, 'utf8').trim() || NaN)
    if (!Number.isSafeInteger(now)) throw new Error(`${this.file} holds no time in milliseconds`)
    return now
  }
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number

  constructor(startMilliseconds: number) {
    this.#now = startMilliseconds
  }

  now(): number {
    return this.#now
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }

  set(milliseconds: number): void {
    this.#now = milliseconds
  }
}

/** A clock that goes with another one, and can be put to a moment of the past, where it stands still until it goes on. */
export class PastClock implements Clock {
  #at: number | undefined

  constructor(readonly real: Clock) {}

  now(): number {
    return this.#at ?? this.real.now()
  }

  /** @param at milliseconds since the epoch; undefined goes on with the other clock */
  putTo(at: number | undefined): void {
    this.#at = at
  }
}

/** The moment of what is never due, in milliseconds. */
export const never = Infinity

/** When a second begins, in milliseconds, as clocks tell the time. @param unixSeconds null or undefined: never */
export function momentOf(unixSeconds: number | null | undefined): number {
  return unixSeconds === null || unixSeconds === undefined ? never : unixSeconds * 1000
}

/** The clock's time in whole UNIX seconds, the unit of the protocol and of the tables. */
export function seconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000)
}
