// Work for which there is time later: when the browser has nothing else to do.

/** So long a slice takes at most, in milliseconds: a key that is pressed meanwhile waits for its end. */
const slice = 4

/**
 * Runs `step` again and again, as long as the browser has time, until it says that nothing is left.
 * @param step a few microseconds of work @returns gives up the rest
 */
export function whileIdle(step: () => 'more' | 'done'): () => void {
  let cancel = whenIdle(work)
  function work(remaining: () => number): void {
    const end = performance.now() + slice
    while (remaining() > 1 && performance.now() < end) if (step() === 'done') return
    cancel = whenIdle(work)
  }
  return () => cancel()
}

/**
 * @param run is told how many milliseconds are left
 * @param latest after how many milliseconds it is done though there is no time for it @returns takes it back
 */
export function whenIdle(run: (remaining: () => number) => void, latest?: number): () => void {
  // Safari has it not yet.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(() => {
      const end = performance.now() + slice
      run(() => end - performance.now())
    }, 20)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback((deadline) => run(() => deadline.timeRemaining()), {
    timeout: latest ?? 0,
  })
  return () => cancelIdleCallback(asked)
}

/** At latest after so many milliseconds. */
const latestAfterDrawing = 1000

/** Runs it when what has changed by now was painted, and the browser has time. */
export function afterDrawing(run: () => void): void {
  // A page that nobody looks at is not painted.
  if (document.hidden) run()
  else requestAnimationFrame(() => whenIdle(run, latestAfterDrawing))
}
