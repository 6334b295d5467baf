// Which card is open. Any code may open one: `showPersonCard(id, element)`.
import { signal } from '@preact/signals'
import { address } from '../addresses/address'

interface Card {
  kind: 'person' | 'group'
  id: number
  /** What it belongs to, and stands beside. */
  at: Element
}

export const openCard = signal<Card | undefined>(undefined)

export function showPersonCard(id: number, at: Element): void {
  openCard.value = { kind: 'person', id, at }
}

export function showGroupCard(id: number, at: Element): void {
  openCard.value = { kind: 'group', id, at }
}

export function closeCard(): void {
  openCard.value = undefined
}

// Whoever goes elsewhere has read it.
address.subscribe(closeCard)
