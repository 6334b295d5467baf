// One measured figure beside its floor and its target.

export interface Figure {
  what: string
  /** The measured value with its unit. */
  measured: string
  /** The floor, measured in the same run. */
  floor: string
  /** Measured to floor, in the sense of `target`. */
  ratio: number
  /** What the ratio should be. */
  target: { atLeast: number } | { atMost: number } | undefined
}

/** Prints a figure as a line of a table. */
export function report({ what, measured, floor, ratio, target }: Figure): void {
  const wanted = target && ('atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`)
  const isMet =
    target === undefined || ('atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost)
  const verdict = wanted === undefined ? '' : ` (target ${wanted}: ${isMet ? 'met' : 'MISSED'})`
  process.stdout.write(`${what}\n    ${measured}; floor ${floor}; ratio ${ratio.toFixed(2)}${verdict}\n`)
}

/** The value below which the given part of the samples lies. */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`
}

export function milliseconds(value: number): string {
  return `${value.toFixed(2)} ms`
}
