// The files and lines of the journal of event queues, which `journal.ts` writes and `replay.ts` reads.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { QueueOptions } from './queue'

/** Goes up when lines, or what they hold, change their form; a journal of another form is not read. */
export const journalFormat = 1

/** A line is JSON of one of these. */
export type JournalLine =
  /** The first of each file. `mark` is that of the last commit before it. */
  | { kind: 'start'; format: number; mark: number }
  /** Events that go out and queues that end: with the commit of that mark, if there is one. */
  | { kind: 'events'; mark?: number; shares: readonly ShareLine[]; ended: readonly number[] }
  /** A queue, new or copied: all that it holds at this point. `texts` are those that are new to the file. */
  | { kind: 'queue'; queue: QueueLine; texts: readonly [number: number, text: string][] }

/** An event for several queues. */
export type ShareLine = readonly [
  text: number,
  /** The text itself, where it is new to the file. */
  fields: string | null,
  personal: string,
  /**
   * Three numbers for each queue: its own, the event's ID, and how many IDs before that one its client has not
   * acknowledged. So acknowledgements need no lines.
   */
  queues: readonly number[],
]

export interface QueueLine {
  number: number
  id: string
  userId: number
  client: string
  options: QueueOptions
  sessionId?: number | undefined
  serverVersion: string
  lastEventId: number
  entries: readonly [id: number, text: number, personal: string][]
}

export function journalFile(folder: string, generation: number): string {
  return join(folder, `events-${generation}.journal`)
}

/** The files that are there, ascending. The newest may hold copies of only some queues, while older ones are there too. */
export function generationsIn(folder: string): number[] {
  const numbers = readdirSync(folder).flatMap((name) => /^events-(\d+)\.journal$/.exec(name)?.[1] ?? [])
  return numbers.map(Number).sort((a, b) => a - b)
}
