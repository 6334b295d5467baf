// Where a list of suggestions stands: at its field, over or under it, wherever there is room.

/** Highest that a list gets, in CSS pixels. */
const highest = 320
/** Between the field and the list, and between the list and the window's edges. */
const gap = 6
const margin = 8

/**
 * Places the list, whose position has to be `fixed`: neither scrollers nor dialogs cut it off. Its edge at the field stays
 * there however long the list becomes, so that this need not be done again for other rows: only for a field that has grown, or
 * been scrolled, as browsers do with one that is chosen by keys.
 * (`@floating-ui/dom` asks so much of the page that the key which opens the list would take a third longer.)
 * @returns ends that
 */
export function placeList(field: HTMLElement, list: HTMLElement, side: 'over' | 'under'): () => void {
  const again = (): void => place(field, list, side)
  const follow = ({ target }: Event): void => {
    if (target !== list) again()
  }
  again()
  const growth = new ResizeObserver(again)
  growth.observe(field)
  document.addEventListener('scroll', follow, { capture: true, passive: true })
  return () => {
    growth.disconnect()
    document.removeEventListener('scroll', follow, { capture: true })
  }
}

function place(field: HTMLElement, list: HTMLElement, side: 'over' | 'under'): void {
  const { top, bottom, left } = field.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const room = { over: top - gap - margin, under: clientHeight - bottom - gap - margin }
  const other = side === 'over' ? 'under' : 'over'
  const isSide = room[side] >= highest / 2 || room[side] >= room[other]
  const chosen = isSide ? side : other
  Object.assign(list.style, {
    maxHeight: `${Math.min(highest, room[chosen])}px`,
    left: `max(${margin}px, min(${left}px, ${clientWidth - margin}px - var(--list-width)))`,
    top: `${chosen === 'over' ? top - gap : bottom + gap}px`,
    translate: chosen === 'over' ? '0 -100%' : 'none',
  })
}
