// Where there is room beside something: how we ask Floating UI.
import { computePosition, flip, offset, shift, type Placement } from '@floating-ui/dom'

/** Where a box is wanted. */
export interface Place {
  /** Where it stands if there is room. */
  placement: Placement
  /** In CSS pixels. */
  gap: number
  /** Whether it goes over or under where there is no room at either side. */
  fallsAcross?: boolean
  /** Whether it may lie over what it belongs to, where there is no room else. */
  mayCover?: boolean
}

/** @returns CSS pixels from the window's left and upper edges */
export function spotFor(
  box: HTMLElement,
  at: { getBoundingClientRect(): DOMRect },
  { placement, gap, fallsAcross = false, mayCover = false }: Place,
): Promise<{ x: number; y: number }> {
  return computePosition(at, box, {
    placement,
    strategy: 'fixed',
    middleware: [
      offset(gap),
      flip({ padding: 8, ...(fallsAcross ? { fallbackAxisSideDirection: 'start' } : {}) }),
      shift({ padding: 8, crossAxis: mayCover }),
    ],
  })
}
