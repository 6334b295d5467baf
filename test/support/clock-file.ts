// The clock of a server that is a process of its own, in the hand of a test: the file of `--clock-file`.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export class ClockFile {
  readonly path: string
  #now = 0

  /** @param now milliseconds since the epoch */
  constructor(folder: string, now: number) {
    this.path = join(folder, 'clock')
    this.set(now)
  }

  now(): number {
    return this.#now
  }

  /** At once and as a whole: a server that reads it meanwhile sees the time of before, or this one. */
  set(now: number): void {
    this.#now = now
    writeFileSync(`${this.path}.next`, String(now))
    renameSync(`${this.path}.next`, this.path)
  }

  advance(milliseconds: number): void {
    this.set(this.#now + milliseconds)
  }
}
