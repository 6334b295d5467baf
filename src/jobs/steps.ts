// Big work in steps: each a write of its own that takes about as long as others may be kept waiting.
import type { Transaction } from '../organization/writer'

/** What a step is to take, in milliseconds: whoever comes in the middle of one may have to wait for the next, too. */
const wanted = 25

/** Sizes of steps, in whatever the work counts. */
export interface StepSizes {
  first: number
  most: number
}

/**
 * Does work step by step until a step says that nothing is left. The first steps are small; then each is as big as the
 * time it may take lets it be.
 * @param work does up to `size` of it; true when all is done
 */
export async function inSteps(
  write: <T>(work: (tx: Transaction) => T) => Promise<T>,
  { first, most }: StepSizes,
  work: (tx: Transaction, size: number) => boolean,
): Promise<void> {
  let size = Math.min(first, most)
  for (;;) {
    let startedAt = 0
    const isDone = await write((tx) => {
      startedAt = performance.now()
      return work(tx, size)
    })
    if (isDone) return
    const took = performance.now() - startedAt
    size = Math.floor(Math.min(most, Math.max(1, size * Math.min(2, wanted / took))))
  }
}
