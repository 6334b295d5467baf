// How far something has come: a line on a terminal that is written anew, or a bar.

/** Written at most so often, in milliseconds. */
const writeEvery = 100

export interface ProgressLine {
  show(words: string): void
  /** Takes the line away. */
  end(): void
}

/** Words on a terminal; nothing where nobody looks. */
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

/**
 * A bar on a terminal, a line now and then in a file.
 * @param what is done, such as `Reading` @returns what is to be told how much of it is done, from 0 to 1
 */
export function progressBar(what: string): { (part: number): void; end(): void } {
  const isTerminal = process.stderr.isTTY
  let shown = -1
  const show = (part: number): void => {
    const percent = Math.floor(Math.min(1, part) * 100)
    const step = isTerminal ? percent : Math.floor(percent / 10) * 10
    if (step <= shown) return
    shown = step
    const filled = Math.floor(percent / 4)
    process.stderr.write(
      isTerminal
        ? `\r${what} [${'#'.repeat(filled)}${'.'.repeat(25 - filled)}] ${String(percent).padStart(3)} %`
        : `${what}: ${step} %\n`,
    )
  }
  return Object.assign(show, {
    end() {
      if (isTerminal && shown >= 0) process.stderr.write('\n')
    },
  })
}
