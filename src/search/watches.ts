// Who looks for messages at the moment, in several turns of the event loop: they are told which messages change meanwhile.
import { organizationState } from '../organization/state'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'

const watches = organizationState(() => new Set<Watch>())

/** Notes the messages that change, from now until it is closed. */
export class Watch implements Disposable {
  /** New, changed, moved or deleted messages, and those whose flags for this person are others. */
  readonly touched = new Set<number>()
  readonly #all: Set<Watch>

  constructor(
    organization: Organization,
    readonly userId: number | undefined,
  ) {
    this.#all = watches(organization)
    this.#all.add(this)
  }

  [Symbol.dispose](): void {
    this.#all.delete(this)
  }
}

/**
 * To be called by every write that changes in which narrows messages are.
 * @param userId if it is only for them.
 */
export function noteTouched(tx: Transaction, messageIds: Iterable<number>, userId?: number): void {
  const all = watches(tx.organization)
  if (all.size === 0) return
  for (const watch of all) {
    if (userId !== undefined && watch.userId !== userId) continue
    for (const id of messageIds) watch.touched.add(id)
  }
}
