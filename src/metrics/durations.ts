// How long something took, counted by ranges: what a histogram of Prometheus is made of. Counting costs next to nothing.

/** The upper ends of the ranges, in seconds; beyond the last is a range of its own. */
export const rangeEnds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
]

export class Durations {
  /** How many fell into each range, the last one beyond the last end. */
  readonly counts: number[] = [...rangeEnds.map(() => 0), 0]
  /** Of all, in seconds. */
  sum = 0

  /** @param seconds how long one took */
  note(seconds: number): void {
    let range = 0
    while (range < rangeEnds.length && seconds > (rangeEnds[range] ?? 0)) range++
    this.counts[range] = (this.counts[range] ?? 0) + 1
    this.sum += seconds
  }

  /** Adds what another one has counted. */
  add(other: Durations): void {
    for (const [range, count] of other.counts.entries())
      this.counts[range] = (this.counts[range] ?? 0) + count
    this.sum += other.sum
  }

  get count(): number {
    return this.counts.reduce((sum, count) => sum + count, 0)
  }

  /** Of all, in seconds; 0 where there was none. */
  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count
  }

  /**
   * What that part of them took at most, as near as the ranges tell: the upper end of the one it falls into, in seconds.
   * Infinity beyond the last end; 0 where there was none.
   * @param part such as 0.99
   */
  quantile(part: number): number {
    const wanted = part * this.count
    if (wanted === 0) return 0
    let passed = 0
    for (const [range, count] of this.counts.entries()) {
      passed += count
      if (passed >= wanted) return rangeEnds[range] ?? Number.POSITIVE_INFINITY
    }
    return Number.POSITIVE_INFINITY
  }
}
