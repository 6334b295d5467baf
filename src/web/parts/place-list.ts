// Where a list of suggestions stands: at its field, over or under it, wherever there is room.
import { computePosition, flip, offset, shift, size, type Placement } from '@floating-ui/dom'

/** Highest that a list gets, in CSS pixels. */
const highest = 320

/** Places the list, whose position has to be `fixed`: neither scrollers nor dialogs cut it off. */
export function placeList(field: HTMLElement, list: HTMLElement, placement: Placement): void {
  void computePosition(field, list, {
    placement,
    strategy: 'fixed',
    middleware: [
      offset(6),
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      size({
        padding: 8,
        apply: ({ availableHeight }) => {
          list.style.maxHeight = `${Math.min(highest, availableHeight)}px`
        },
      }),
    ],
  }).then(({ x, y }) => Object.assign(list.style, { left: `${x}px`, top: `${y}px` }))
}
