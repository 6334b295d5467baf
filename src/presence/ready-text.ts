// Presence of everybody as JSON kept ready: in the order of changes, so that what is new to a client is the end of it.
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { directory, type Directory } from '../users/repository'
import { presenceBoard, type PresenceRecord } from './board'
import type { VisiblePresence } from './visible'

const comma = 0x2c
const space = 0x20

/**
 * Presence of all active accounts, brought up to date whenever it is asked for: what changed since then is added;
 * when anybody's account changes, all is made anew.
 * @param field the JSON field of a person: name, colon and value
 */
export function keptReady(
  field: (organization: Organization, visible: VisiblePresence) => string,
): (organization: Organization) => ReadyText {
  const known = organizationState(nothingReady)
  return (organization) => {
    const kept = known(organization)
    const people = directory(organization)
    if (kept.of !== people) Object.assign(kept, nothingReady(), { of: people })
    const board = presenceBoard(organization)
    for (const record of board.changedSince(kept.updateId)) {
      const user = people.byId.get(record.userId)
      if (user?.isActive) kept.text.add(record, field(organization, { record, user }))
    }
    kept.updateId = board.lastUpdateId
    return kept.text
  }
}

function nothingReady(): { of: Directory | undefined; text: ReadyText; updateId: number } {
  return { of: undefined, text: new ReadyText(), updateId: -1 }
}

/** Presence as JSON fields in UTF-8, one for each person; each change moves the person's field to the end. */
export class ReadyText {
  #bytes = Buffer.alloc(4096)
  #length = 0
  /** The numbers of the changes, ascending; where the field of each starts, with its comma; and what it says. */
  #updateIds: number[] = []
  #starts: number[] = []
  /** Undefined where the field is blank: a later change of the same person is further on. */
  #records: (PresenceRecord | undefined)[] = []
  /** The latest time at which anybody was there, in UNIX seconds, and whether the records are in the order of such times. */
  #newest = 0
  #isInOrder = true
  /** Where in these lists each person's last change is. */
  readonly #places = new Map<number, number>()

  /** Adds a change, newer than all there are. */
  add(record: PresenceRecord, text: string): void {
    this.#blank(record.userId)
    this.#makeRoom(1 + 3 * text.length)
    this.#updateIds.push(record.updateId)
    this.#starts.push(this.#length)
    this.#places.set(record.userId, this.#records.push(record) - 1)
    this.#noteTime(record)
    this.#bytes[this.#length] = comma
    this.#length += 1 + this.#bytes.write(text, this.#length + 1)
    if (this.#records.length > 1.25 * this.#places.size + 20) this.#compact()
  }

  /**
   * The fields, without braces, of those whose presence changed after the change of that number and who were there
   * at `oldest` (UNIX seconds) or later. Good until something is added; undefined if they do not stand together.
   */
  since(updateId: number, oldest: number): Uint8Array | undefined {
    let first = this.#firstAfter(updateId)
    while (first < this.#records.length && !this.#isSince(first, oldest)) first++
    for (let index = first + 1; !this.#isInOrder && index < this.#records.length; index++) {
      if (this.#records[index] && !this.#isSince(index, oldest)) return undefined
    }
    const start = this.#starts[first]
    return start === undefined ? new Uint8Array() : this.#bytes.subarray(start + 1, this.#length)
  }

  #isSince(index: number, oldest: number): boolean {
    const record = this.#records[index]
    return record !== undefined && record.connectedAt >= oldest
  }

  /** Whoever hides was there longer ago than others whose presence changed before. */
  #noteTime({ connectedAt }: PresenceRecord): void {
    if (connectedAt < this.#newest) this.#isInOrder = false
    else this.#newest = connectedAt
  }

  #firstAfter(updateId: number): number {
    let low = 0
    let high = this.#records.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#updateIds[middle] ?? 0) > updateId) high = middle
      else low = middle + 1
    }
    return low
  }

  /** White space may stand between the fields of JSON. */
  #blank(userId: number): void {
    const place = this.#places.get(userId)
    if (place === undefined) return
    this.#bytes.fill(space, this.#starts[place], this.#endOf(place))
    this.#records[place] = undefined
  }

  #endOf(index: number): number {
    return this.#starts[index + 1] ?? this.#length
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = Buffer.alloc(2 * this.#bytes.length + count)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  /** Closes the gaps. */
  #compact(): void {
    let count = 0
    let length = 0
    this.#newest = 0
    this.#isInOrder = true
    for (const [index, record] of this.#records.entries()) {
      if (!record) continue
      const start = this.#starts[index] ?? 0
      const end = this.#endOf(index)
      this.#bytes.copyWithin(length, start, end)
      this.#updateIds[count] = record.updateId
      this.#starts[count] = length
      this.#records[count] = record
      this.#places.set(record.userId, count)
      this.#noteTime(record)
      count++
      length += end - start
    }
    for (const list of [this.#updateIds, this.#starts, this.#records]) list.length = count
    this.#length = length
  }
}
