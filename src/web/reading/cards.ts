// People and groups within feeds open their card: one listener for all of them.
import { showGroupCard, showPersonCard } from '../people/open-card'

/** For clicks and keys on what has `data-person` or `data-group`. */
export function openCards(event: MouseEvent | KeyboardEvent): void {
  const isKey = event instanceof KeyboardEvent
  if (isKey && event.key !== 'Enter' && event.key !== ' ') return
  const at = event.target instanceof Element ? event.target.closest('[data-person], [data-group]') : null
  // Buttons make a click of a key by themselves.
  if (!(at instanceof HTMLElement) || (isKey && at instanceof HTMLButtonElement)) return
  const { person, group } = at.dataset
  if (person !== undefined) showPersonCard(Number(person), at)
  else if (group !== undefined) showGroupCard(Number(group), at)
  event.preventDefault()
}
