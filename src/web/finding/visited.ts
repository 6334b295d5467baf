// The addresses that were open since the page was loaded, the last one first: where people are likely to go again.
import { signal } from '@preact/signals'
import { address } from '../addresses/address'

const most = 50
const seen = signal<readonly string[]>([])

address.subscribe((hash) => {
  const now = hash.replace(/\/(?:near|with)\/\d+$/, '')
  if (now !== '') seen.value = [now, ...seen.peek().filter((each) => each !== now)].slice(0, most)
})

/** With their `#`; what is open now comes first. */
export function visited(): readonly string[] {
  return seen.value
}
