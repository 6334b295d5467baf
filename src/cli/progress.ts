// How far something has come: a line on a terminal that is written anew; nothing where nobody looks.

/** Written at most so often, in milliseconds. */
const writeEvery = 100

export interface ProgressLine {
  show(words: string): void
  /** Takes the line away. */
  end(): void
}

export function progressLine(): ProgressLine {
  const { stderr } = process
  if (!stderr.isTTY) return { show: () => {}, end: () => {} }
  let written = -Infinity
  return {
    show(words) {
      const now = performance.now()
      if (now - written < writeEvery) return
      written = now
      stderr.write(`\r\u001b[2K${words.slice(0, (stderr.columns || 80) - 1)}`)
    },
    end: () => void stderr.write('\r\u001b[2K'),
  }
}
