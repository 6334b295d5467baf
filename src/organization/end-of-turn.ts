// What is done at the end of a turn of the event loop, once all that came in has been looked at: first what is ready is handed
// out to those who wait for it, then there is work, such as a commit.

/** Nothing that is ready waits longer for what else comes in, in milliseconds: some of that is much work. */
const longestWait = 1

let ready: (() => void)[] = []
let waitingSince = 0

/** Hands out what is ready together with all else, before any work of the same turn. */
export function handOutAtEndOfTurn(handOut: () => void): void {
  if (ready.push(handOut) === 1) {
    waitingSince = performance.now()
    setImmediate(handOutAll)
  } else if (performance.now() - waitingSince > longestWait) handOutAll()
}

/** Does work. What others wait for has been handed out by then, so they don't wait for this too. */
export function atEndOfTurn(work: () => void): void {
  setImmediate(() => {
    handOutAll()
    // Whoever is told by a promise gets it before this.
    queueMicrotask(work)
  })
}

function handOutAll(): void {
  const all = ready
  ready = []
  for (const handOut of all) handOut()
}
