// The journal of an organization's event queues: what brings them back after a crash. Each event is in it before a client gets it.
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Clock } from '../organization/clock'
import { generationsIn, journalFile, journalFormat, type JournalLine, type ShareLine } from './journal-lines'
import type { EventQueue, SharedText } from './queue'
import type { Share } from './rendering'

/*
 * The events of a write are written down before its commit, under a mark that the commit leaves in the database. After a
 * kill, what is in the journal beyond the database's mark was never committed and told to nobody. Nothing is synced:
 * what was written survives the death of the process, and after a power cut the marks tell whether something is missing.
 *
 * A file that has grown large is followed by a new one, into which all queues are copied bit by bit, with what their
 * clients have yet to acknowledge; then the older one goes.
 */

/** A file is not followed by another before it has this size, in bytes. */
const smallestLarge = 4 * 1024 * 1024
/** So many characters are copied in one go, or one queue. */
const sliceCharacters = 256 * 1024
/** What a queue takes beside its events, about. */
const ownCharacters = 1000
/** Lines that no client waits for are kept back until there are so many characters. */
const mostUnwritten = 64 * 1024
/** How long to do without after the disk refused something, in milliseconds. */
const retryAfter = 60_000

/** Where a journal that was read goes on. */
export interface JournalEnd {
  generation: number
  /** The length of the newest file in bytes, as far as it counts. */
  size: number
  /** Whether older files are there, too. */
  hasOlder: boolean
  lastTextNumber: number
}

export class Journal {
  readonly #folder: string
  readonly #clock: Clock
  readonly #queues: () => Iterable<EventQueue>
  readonly #lastMark: () => number
  #file: number | undefined
  #generation = 0
  #size = 0
  #largeSize = smallestLarge
  #lastTextNumber = 0
  #unwritten: string[] = []
  #unwrittenCharacters = 0
  #sizeBeforeCommit = 0
  /** The queues still to be copied into the newest file; undefined when no copying is under way. */
  #toCopy: EventQueue[] | undefined
  #retryAt = 0
  #isClosed = false

  /**
   * @param queues all there are now
   * @param lastMark that of the last commit
   */
  constructor(folder: string, clock: Clock, queues: () => Iterable<EventQueue>, lastMark: () => number) {
    this.#folder = folder
    this.#clock = clock
    this.#queues = queues
    this.#lastMark = lastMark
  }

  /** Goes on with a journal that was read. */
  resume({ generation, size, hasOlder, lastTextNumber }: JournalEnd): void {
    this.#generation = generation
    this.#size = size
    this.#lastTextNumber = lastTextNumber
    this.#attempt(() => {
      this.#file = openSync(journalFile(this.#folder, generation), 'r+')
      ftruncateSync(this.#file, size)
    })
    if (hasOlder) this.#copyLater()
  }

  /** A queue was made. */
  noteQueue(queue: EventQueue): void {
    if (!this.#isOpen()) return
    this.#note(this.#queueLine(queue))
    this.flush()
  }

  noteEnd(queue: EventQueue): void {
    if (this.#file !== undefined) this.#note({ kind: 'events', shares: [], ended: [queue.number] })
  }

  /** Events that no commit stands behind. */
  noteEvents(shares: readonly Share[]): void {
    if (shares.length === 0 || !this.#isOpen()) return
    this.#note({ kind: 'events', shares: this.#shareLines(shares), ended: [] })
  }

  /** Events and ends of queues that go with the commit about to be made. */
  noteCommit(shares: readonly Share[], ended: readonly EventQueue[], mark: number): void {
    this.flush()
    this.#sizeBeforeCommit = this.#size
    if (this.#file === undefined) return
    const numbers = ended.map((queue) => queue.number)
    this.#note({ kind: 'events', mark, shares: this.#shareLines(shares), ended: numbers })
    this.flush()
  }

  /** The commit was not made. */
  takeBackCommit(): void {
    const file = this.#file
    if (file === undefined) return
    this.#size = this.#sizeBeforeCommit
    this.#attempt(() => ftruncateSync(file, this.#size))
  }

  /** Hands over to the operating system what was noted. No client may get an event before. */
  flush(): void {
    const file = this.#file
    if (this.#unwritten.length === 0 || file === undefined) return
    const bytes = Buffer.from(this.#unwritten.join(''))
    this.#unwritten = []
    this.#unwrittenCharacters = 0
    this.#attempt(() => {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(file, bytes, done, bytes.length - done, this.#size + done)
      }
    })
    this.#size += bytes.length
    if (this.#size > this.#largeSize) this.#copyLater(true)
  }

  close(): void {
    this.flush()
    this.#isClosed = true
    this.#letGo()
  }

  /** Forgets all there is: these queues are not to come back. */
  discard(): void {
    this.#letGo()
    for (const generation of generationsIn(this.#folder)) rmSync(journalFile(this.#folder, generation))
  }

  #letGo(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#toCopy = undefined
    this.#unwritten = []
    this.#unwrittenCharacters = 0
  }

  /** There is no file before the first queue, and none for a while after the disk refused something. */
  #isOpen(): boolean {
    if (this.#file !== undefined) return true
    if (this.#isClosed || this.#clock.now() < this.#retryAt) return false
    this.#startFile()
    // Where there was a file before, there are other queues.
    if (this.#file !== undefined && this.#retryAt > 0) this.#copyLater()
    return this.#file !== undefined
  }

  #startFile(): void {
    this.flush()
    this.#attempt(() => {
      const file = openSync(journalFile(this.#folder, this.#generation + 1), 'w', 0o600)
      if (this.#file !== undefined) closeSync(this.#file)
      this.#file = file
      this.#generation++
      this.#size = 0
      this.#note({ kind: 'start', format: journalFormat, mark: this.#lastMark() })
    })
  }

  #note(line: JournalLine): void {
    // It may have been given up a moment ago.
    if (this.#file === undefined) return
    const text = `${JSON.stringify(line)}\n`
    this.#unwritten.push(text)
    this.#unwrittenCharacters += text.length
    if (this.#unwrittenCharacters > mostUnwritten) this.flush()
  }

  #shareLines(shares: readonly Share[]): ShareLine[] {
    return shares.map(({ shared, personal, queues, ids }) => {
      const isNew = this.#isNewText(shared)
      const numbers: number[] = []
      for (const [index, queue] of queues.entries()) {
        const id = ids[index] ?? 0
        numbers.push(queue.number, id, id - 1 - queue.acknowledgedId)
      }
      return [shared.number, isNew ? shared.text : null, personal, numbers]
    })
  }

  #queueLine(queue: EventQueue): JournalLine {
    const { number, id, userId, client, options, sessionId, serverVersion, lastEventId } = queue
    const texts: [number, string][] = []
    const entries = queue.entries.map(({ id, shared, personal }): [number, number, string] => {
      if (this.#isNewText(shared)) texts.push([shared.number, shared.text])
      return [id, shared.number, personal]
    })
    const kept = { number, id, userId, client, options, sessionId, serverVersion, lastEventId, entries }
    return { kind: 'queue', queue: kept, texts }
  }

  /** Whether the text has yet to be written to the newest file; it is taken that it will be. */
  #isNewText(shared: SharedText): boolean {
    if (shared.generation === this.#generation) return false
    if (shared.number === 0) shared.number = ++this.#lastTextNumber
    shared.generation = this.#generation
    return true
  }

  /** Copies all queues into the newest file, in slices so that others have their turn: never in the midst of a commit. */
  #copyLater(withNewFile = false): void {
    if (this.#toCopy) return
    this.#toCopy = []
    setImmediate(() => {
      if (this.#file === undefined || !this.#toCopy) return
      if (withNewFile) this.#startFile()
      this.#toCopy = [...this.#queues()]
      this.#copySlice()
    })
  }

  #copySlice(): void {
    const toCopy = this.#toCopy
    if (!toCopy || this.#file === undefined) return
    let characters = 0
    while (characters < sliceCharacters) {
      const queue = toCopy.pop()
      if (!queue) return this.#endCopying()
      if (queue.hasEnded || queue.overflowed) continue
      this.#note(this.#queueLine(queue))
      characters += queue.characters + ownCharacters
    }
    this.flush()
    setImmediate(() => this.#copySlice())
  }

  #endCopying(): void {
    this.flush()
    this.#toCopy = undefined
    this.#largeSize = 2 * this.#size + smallestLarge
    this.#attempt(() => {
      const older = generationsIn(this.#folder).filter((generation) => generation < this.#generation)
      for (const generation of older) rmSync(journalFile(this.#folder, generation))
    })
  }

  /** Without a journal the server goes on; but clients have to register anew after a crash. */
  #attempt(work: () => void): void {
    try {
      work()
    } catch {
      this.#retryAt = this.#clock.now() + retryAfter
      try {
        this.discard()
      } catch {
        // What can't be deleted has too old a mark to be taken for whole.
      }
    }
  }
}
