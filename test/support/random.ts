// Random tests take the same steps each time, so that a change is judged by what it changes; CONFAB_TEST_SEED takes others.
import * as fc from 'fast-check'

const seed = Number(process.env['CONFAB_TEST_SEED'] ?? 2026)
if (!Number.isInteger(seed)) throw new Error('CONFAB_TEST_SEED must be a whole number')
// As long as a test allows: fast-check itself draws few of more than ten.
fc.configureGlobal({ seed, defaultSizeToMaxWhenMaxSpecified: true })

/** Notes that something happened. */
export type Did = (what: string) => void

interface Plan {
  /** How many values are drawn. */
  runs: number
  /** What must have happened in one run at least, as words: a random test that does nothing proves nothing. More is drawn for it. */
  must: string
  /** False where a run takes so long that looking for a smaller example would take forever. */
  shrinks?: boolean
  /** Draws without a liking for what is short, small or on the edge, so that stories are as long and mixed as can be. */
  evenly?: boolean
}

/** How often as many values are drawn again, where something that must happen has not: what is rare is no failure. */
const rounds = 4

/**
 * Holds something against random values; the only way to do so in tests.
 * @throws with the smallest value found that fails; or if something that must happen never did.
 */
export async function randomly<T>(
  values: fc.Arbitrary<T>,
  { runs, must, shrinks = true, evenly = false }: Plan,
  holds: (value: T, did: Did) => Promise<void> | void,
): Promise<void> {
  const missing = new Set(must.split(/\s+/))
  const did = (what: string) => void missing.delete(what)
  const property = fc.asyncProperty(values, async (value) => holds(value, did))
  for (let round = 0; round < rounds; round++) {
    const drawn = { seed: seed + round * 1_000_003, numRuns: runs, endOnFailure: !shrinks, unbiased: evenly }
    await fc.assert(property, drawn)
    if (missing.size === 0) return
  }
  throw new Error(`In ${rounds * runs} runs, this never happened: ${[...missing].join(', ')}`)
}
