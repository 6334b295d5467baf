// Where the card of a person or a group appears; it is loaded when somebody first opens one.
import { lazyPart } from '../parts/lazy'
import { openCard } from './open-card'

const OpenCard = lazyPart(async () => (await import('./card')).OpenCard)

/** The card that is open, if there is one. To be placed once. */
export function Cards() {
  const card = openCard.value
  return card ? <OpenCard key={`${card.kind} ${String(card.id)}`} /> : null
}
