// When a connection is worth trying at once: the network has gone or is back, the page is looked at again, the machine has slept.

/** Aborted, with `woken` as reason, at the next such moment. `done` ends the watch. */
export interface WakeUps {
  readonly signal: AbortSignal
  abort(reason: string): void
  done(): void
}

/** How often the clock is looked at, in milliseconds; a gap that is much longer was a sleep. */
const beat = 5000
const sleep = 30_000

export function wakeUps(): WakeUps {
  const controller = new AbortController()
  const wake = (): void => controller.abort('woken')
  let seen = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - seen > sleep) wake()
    seen = now
  }, beat)
  const shown = (): void => {
    // A page that was out of sight for long may have a connection that died unnoticed.
    if (document.visibilityState === 'visible' && Date.now() - seen > sleep) wake()
  }
  addEventListener('online', wake)
  // A poll that waits would notice minutes later.
  addEventListener('offline', wake)
  document.addEventListener('visibilitychange', shown)
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    done() {
      clearInterval(timer)
      removeEventListener('online', wake)
      removeEventListener('offline', wake)
      document.removeEventListener('visibilitychange', shown)
    },
  }
}
