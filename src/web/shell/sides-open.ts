// Which side of the frame lies over the middle, where there is no room beside it.
import { signal } from '@preact/signals'
import { address } from '../addresses/address'

export type SideName = 'left' | 'right'

/** Undefined on wide screens, and most of the time. */
export const openSide = signal<SideName | undefined>(undefined)

// Whoever has chosen where to go wants to see it.
address.subscribe(() => {
  openSide.value = undefined
})
