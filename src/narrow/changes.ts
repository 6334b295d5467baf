// What changes in messages while somebody looks for them, over several turns of the event loop, and what that does to the finds.
import { changedRows } from '../organization/database'
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import { Watch } from '../search/watches'
import type { User } from '../users/repository'
import type { NarrowQuery } from './query'
import type { Found, IdRange } from './walker'

/** A part of a narrow, and what was found of it. */
export interface Search {
  readonly range: IdRange
  found: Found
}

/** The changes from the first pause on; before it there can be none. */
export class Changes implements Disposable {
  #watch: Watch | undefined
  #rowsBefore = 0

  constructor(
    readonly organization: Organization,
    readonly viewer: User | undefined,
  ) {}

  /** Whether anything was written in the pauses. */
  get areAny(): boolean {
    return this.#watch !== undefined && changedRows(this.organization.db) !== this.#rowsBefore
  }

  [Symbol.dispose](): void {
    this.#watch?.[Symbol.dispose]()
  }

  /** Does work, with an eye on what changes in its pauses. */
  *during<T>(work: Pieces<T>): Pieces<T> {
    for (;;) {
      const step = work.next()
      if (step.done === true) return step.value
      if (!this.#watch) {
        this.#watch = new Watch(this.organization, this.viewer?.id)
        this.#rowsBefore = changedRows(this.organization.db)
      }
      yield
    }
  }

  /** Brings the finds up to what is in the narrow now, as if all had been found at this moment. */
  *applyTo(searches: readonly Search[], query: NarrowQuery): Pieces<void> {
    while (this.#watch && this.#watch.touched.size > 0) {
      const touched = new Set(this.#watch.touched)
      this.#watch.touched.clear()
      const isIn = new Set(yield* query.among([...touched].sort((a, b) => a - b)))
      for (const search of searches) search.found = renewed(search, touched, isIn)
    }
  }
}

/** @param isIn those of the touched ones that are in the narrow. */
function renewed({ range, found }: Search, touched: ReadonlySet<number>, isIn: ReadonlySet<number>): Found {
  const { after = 0, upTo = Infinity, order, limit } = range
  const last = found.isThrough ? undefined : found.ids.at(-1)
  const isSeen = (id: number): boolean => {
    if (id <= after || id > upTo) return false
    if (found.isThrough) return true
    return last !== undefined && (order === 'ascending' ? id <= last : id >= last)
  }
  const ids = found.ids.filter((id) => !touched.has(id))
  for (const id of isIn) if (isSeen(id)) ids.push(id)
  ids.sort((a, b) => (order === 'ascending' ? a - b : b - a))
  return { ids: ids.slice(0, limit), isThrough: found.isThrough && ids.length <= limit }
}
