// Reads the journal of event queues, as a stop or a crash has left it.
import { readFileSync } from 'node:fs'
import { generationsIn, journalFile, journalFormat, type JournalLine, type QueueLine } from './journal-lines'
import type { JournalEnd } from './journal'
import { SharedText, type QueueEntry, type QueueStart } from './queue'

export interface Replayed extends JournalEnd {
  queues: Omit<QueueStart, 'lastActiveAt'>[]
}

/**
 * The queues as they were, with all that their clients have not acknowledged, and perhaps some that they have.
 * @param mark of the last commit in the database
 * @returns undefined if there is no journal
 * @throws if it is damaged, or does not go with the database
 */
export function replayJournal(folder: string, mark: number): Replayed | undefined {
  const generations = generationsIn(folder)
  const newest = generations.at(-1)
  if (newest === undefined) return undefined
  const replay = new Replay(mark)
  let size = 0
  for (const generation of generations) {
    size = replay.readFile(readFileSync(journalFile(folder, generation)), generation, generation === newest)
  }
  replay.assertComplete()
  return {
    queues: replay.queues,
    generation: newest,
    size,
    hasOlder: generations.length > 1,
    lastTextNumber: replay.lastTextNumber,
  }
}

type Restored = Omit<QueueLine, 'entries'> & { entries: QueueEntry[] }

class Replay {
  readonly #committed: number
  readonly #queues = new Map<number, Restored>()
  readonly #texts = new Map<number, SharedText>()
  #generation = 0
  /** Undefined before the first line. */
  #mark: number | undefined

  constructor(committed: number) {
    this.#committed = committed
  }

  get queues(): Restored[] {
    return [...this.#queues.values()]
  }

  get lastTextNumber(): number {
    return this.#texts.keys().reduce((last, number) => Math.max(last, number), 0)
  }

  /** @returns how many bytes of it count: those before a line that was cut short, or whose commit was not made. */
  readFile(bytes: Buffer, generation: number, isNewest: boolean): number {
    this.#generation = generation
    let start = 0
    while (start < bytes.length) {
      const end = bytes.indexOf(10, start) + 1
      const isLast = isNewest && (end === 0 || end === bytes.length)
      if (end === 0 && isLast) return start
      const line: JournalLine = JSON.parse(bytes.toString('utf8', start, end === 0 ? bytes.length : end))
      if (isLast && line.kind === 'events' && line.mark !== undefined && line.mark > this.#committed)
        return start
      this.#take(line)
      start = end
    }
    return start
  }

  /** @throws if it does not lead to the last commit. */
  assertComplete(): void {
    if (this.#mark !== undefined && this.#mark !== this.#committed) {
      throw new Error(`The journal of events ends at ${this.#mark}, the database at ${this.#committed}`)
    }
  }

  #take(line: JournalLine): void {
    switch (line.kind) {
      case 'start':
        if (line.format !== journalFormat) throw new Error(`The journal of events has form ${line.format}`)
        this.#mark ??= line.mark
        if (line.mark !== this.#mark) throw new Error('A file of the journal of events is missing')
        return
      case 'queue':
        for (const [number, text] of line.texts) this.#learn(number, text)
        this.#queues.set(line.queue.number, {
          ...line.queue,
          entries: line.queue.entries.map(([id, text, personal]) => this.#entry(id, text, personal)),
        })
        return
      case 'events':
        if (line.mark !== undefined) this.#passMark(line.mark)
        for (const [text, fields, personal, numbers] of line.shares) {
          if (fields !== null) this.#learn(text, fields)
          for (let index = 0; index < numbers.length; index += 3) {
            this.#give(numbers.slice(index, index + 3), text, personal)
          }
        }
        for (const number of line.ended) this.#queues.delete(number)
    }
  }

  #passMark(mark: number): void {
    if (this.#mark === undefined || mark !== this.#mark + 1) {
      throw new Error(`The journal of events goes from ${this.#mark} to ${mark}`)
    }
    this.#mark = mark
  }

  #learn(number: number, text: string): void {
    const shared = this.#texts.get(number) ?? new SharedText(text)
    shared.number = number
    shared.generation = this.#generation
    this.#texts.set(number, shared)
  }

  #entry(id: number, text: number, personal: string): QueueEntry {
    const shared = this.#texts.get(text)
    if (!shared) throw new Error(`The journal of events has no text ${text}`)
    return { id, shared, personal }
  }

  /** To a queue that has not been copied yet the event will come with its copy. */
  #give([number = 0, id = 0, backlog = 0]: readonly number[], text: number, personal: string): void {
    const queue = this.#queues.get(number)
    if (!queue) return
    const unacknowledged = queue.entries.findIndex((entry) => entry.id >= id - backlog)
    queue.entries.splice(0, unacknowledged < 0 ? queue.entries.length : unacknowledged)
    queue.entries.push(this.#entry(id, text, personal))
    queue.lastEventId = id
  }
}
