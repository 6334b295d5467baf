// Puts what opens beside what it belongs to, such as a menu at its button, wherever in the window there is room.
import type { Place } from './floating'
import { loadSoon } from './lazy'

loadSoon(() => import('./floating'))

/**
 * @param box its position has to be `fixed`
 * @param at an element, or what tells where a pointer is
 */
export async function placeBeside(
  box: HTMLElement,
  at: { getBoundingClientRect(): DOMRect },
  place: Place,
): Promise<void> {
  // It has the focus already; until it has its place, nobody is to see it in another one.
  box.style.opacity = '0'
  try {
    const { spotFor } = await import('./floating')
    const { x, y } = await spotFor(box, at, place)
    Object.assign(box.style, { left: `${x}px`, top: `${y}px` })
  } catch {
    // What knows where there is room is out of reach: it can be used in the corner, too.
  }
  box.style.opacity = ''
}
