// The address that the browser shows, as a signal, and how to go elsewhere.
import { signal } from '@preact/signals'

/** The part after the page's own address, with its `#`; empty on a first visit. */
export const address = signal(location.hash)

/** Begins to get what is to be seen at an address. */
type Preparation = (hash: string) => void

let prepare: Preparation = () => undefined

/** Has `preparation` asked at every change of the address. */
export function prepareBy(preparation: Preparation): void {
  prepare = preparation
}

/** For so long, in milliseconds, somebody rests on what leads there, or where it leads from. */
const rest = 120

let resting: ReturnType<typeof setTimeout> | undefined

/**
 * Prepares where somebody may well go next by a key, once they have rested for a moment: of several such places the last one.
 * @param where looks for the place then; undefined if there is none
 */
export function prepareSoon(where: () => string | undefined): void {
  clearTimeout(resting)
  resting = setTimeout(() => {
    const hash = where()
    if (hash !== undefined && hash !== address.peek()) prepare(hash)
  }, rest)
}

function follow(hash: string): void {
  if (hash === address.peek()) return
  // While it is on its way, all that it does not change is drawn.
  prepare(hash)
  address.value = hash
}

addEventListener('hashchange', () => follow(location.hash))

// Browsers tell of it a moment before, most of them; whoever goes back or forward is there only when the browser is.
window.navigation?.addEventListener('navigate', ({ hashChange, navigationType, destination }) => {
  if (!hashChange) return
  const { hash } = new URL(destination.url)
  if (navigationType === 'traverse') prepare(hash)
  else follow(hash)
})

/** Opens another address of this client: a step of its own in the browser's history. */
export function go(hash: string): void {
  location.hash = hash
}

/** Corrects the address without a step in the history: where it names the same place in other words. */
export function correctAddress(hash: string): void {
  history.replaceState(history.state, '', hash)
  address.value = hash
}
