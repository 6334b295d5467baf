// Big work in steps, each a write of its own, so that others have their turn between two.
import type { Transaction } from '../organization/writer'
import type { Attempt } from './kind'

/**
 * Does work step by step. Where it was interrupted it goes on with the step that was not done yet, and none is done twice.
 * @param step does a part, small enough that others can wait for it, and returns what is left; undefined if nothing is.
 */
export async function inSteps<Payload>(
  { payload, write, save, done }: Attempt<Payload>,
  step: (tx: Transaction, payload: Payload) => Payload | undefined,
): Promise<void> {
  let left: Payload | undefined = payload
  while (left !== undefined) {
    const now: Payload = left
    left = await write((tx) => {
      const rest = step(tx, now)
      if (rest === undefined) done(tx)
      else save(tx, rest)
      return rest
    })
  }
}

/** The first of the items whose weights come to at most that in all, and at least one: what one step takes on. */
export function asMuchAs<T>(items: readonly T[], most: number, weightOf: (item: T) => number): T[] {
  let sum = 0
  const end = items.findIndex((item, index) => {
    sum += weightOf(item)
    return index > 0 && sum > most
  })
  return end < 0 ? [...items] : items.slice(0, end)
}
