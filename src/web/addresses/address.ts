// The address that the browser shows, as a signal, and how to go elsewhere.
import { signal } from '@preact/signals'

/** The part after the page's own address, with its `#`; empty on a first visit. */
export const address = signal(location.hash)

/** Begins to get what is to be seen at an address. @returns when it is there; undefined if it needs nothing */
type Preparation = (hash: string) => Promise<unknown> | undefined

let prepare: Preparation = () => undefined
/** Of the last change: what an earlier one waits for is too late. */
let turn = 0

/** A page that nobody looks at draws no frames; so many milliseconds stand for two. */
const framesAtLatest = 50

/** Has `preparation` asked at every change of the address. */
export function prepareBy(preparation: Preparation): void {
  prepare = preparation
}

addEventListener('hashchange', () => {
  const { hash } = location
  const mine = ++turn
  const show = (): void => {
    if (mine !== turn) return
    turn++
    address.value = hash
  }
  const ready = prepare(hash)
  if (!ready) {
    show()
    return
  }
  // Most answers come within two frames: to draw once, with them, is sooner and calmer than to draw an empty view first.
  void ready.then(show, show)
  requestAnimationFrame(() => requestAnimationFrame(show))
  setTimeout(show, framesAtLatest)
})

/** Opens another address of this client: a step of its own in the browser's history. */
export function go(hash: string): void {
  location.hash = hash
}

/** Corrects the address without a step in the history: where it names the same place in other words. */
export function correctAddress(hash: string): void {
  history.replaceState(history.state, '', hash)
  turn++
  address.value = hash
}
