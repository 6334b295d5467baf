// Which headings of a feed stick to its upper edge: those that are near it. Whatever may stick is a layer of its own, and a feed has
// a hundred headings: each frame of scrolling would take twice as long.

const headings = '.conversation-heading, .day-heading'
/** So many headings above the edge, the nearest of which is the one that is stuck, and so many below it. */
const above = 2
const below = 3

/** @param first the first row in sight */
export function stickNear(first: HTMLElement | undefined): void {
  const near = new Set([
    ...headingsFrom(first, 'previousElementSibling', above),
    ...headingsFrom(first, 'nextElementSibling', below),
  ])
  for (const heading of first?.parentElement?.querySelectorAll<HTMLElement>('[data-sticks]') ?? [])
    if (!near.has(heading)) delete heading.dataset['sticks']
  for (const heading of near) heading.dataset['sticks'] = ''
}

function headingsFrom(
  row: HTMLElement | undefined,
  next: 'previousElementSibling' | 'nextElementSibling',
  count: number,
): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = row?.[next]; at && found.length < count; at = at[next])
    if (at instanceof HTMLElement && at.matches(headings)) found.push(at)
  return found
}
