// The address that the browser shows, as a signal, and how to go elsewhere.
import { signal } from '@preact/signals'

/** The part after the page's own address, with its `#`; empty on a first visit. */
export const address = signal(location.hash)

addEventListener('hashchange', () => {
  address.value = location.hash
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
