// Keeps the focus where somebody works: what has it may vanish, such as a line that was removed, or a button that has done its work.
// Then what is nearest takes it, so that keys and screen readers go on from there.
import { useLayoutEffect } from 'preact/hooks'

const focusables = 'a[href], button, input, select, textarea, summary, [tabindex]'
const typedInto = 'textarea, input:not([type=checkbox], [type=radio])'

/** Where the focus was: what had it, what that was in, and what else can have it, in the order of the keys. */
interface Place {
  element: HTMLElement
  inside: readonly Element[]
  order: readonly HTMLElement[]
}

const keepers = new Set<() => void>()
let isByPointer = false

document.addEventListener('keydown', () => (isByPointer = false), true)

/** For whoever takes something away that had the focus, such as a dialog, and what had it before is gone, too. */
export function recoverFocus(): void {
  for (const recover of [...keepers].reverse()) recover()
}

/** Keeps the focus inside of this element, once something in it has had it. */
export function useKeptFocus(box: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const root = box.current
    if (!root) return
    let place: Place | undefined
    const remember = ({ target }: Event): void => {
      if (target instanceof HTMLElement) place = placeOf(target, root)
    }
    // Whoever points at nothing wants nothing to have it.
    const forget = ({ target }: Event): void => {
      isByPointer = true
      if (!(target instanceof Element) || !target.closest(focusables)) place = undefined
    }
    const recover = (): void => {
      if (place && isLost()) nearest(place, root)?.focus()
    }
    const observer = new MutationObserver((records) => {
      if (place && isLost() && (!isUsable(place.element) || isMoved(place.element, records))) recover()
    })
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] })
    root.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget, true)
    keepers.add(recover)
    return () => {
      observer.disconnect()
      root.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget, true)
      keepers.delete(recover)
    }
  }, [])
}

/** Browsers leave it for a moment to what is hidden or can't be used any more. */
function isLost(): boolean {
  const { activeElement: now, body } = document
  return now === null || now === body || (now instanceof HTMLElement && !isUsable(now))
}

function placeOf(element: HTMLElement, root: HTMLElement): Place {
  const inside: Element[] = []
  for (let each = element.parentElement; each; each = each.parentElement) {
    inside.push(each)
    if (each === root) break
  }
  return { element, inside, order: [...root.querySelectorAll<HTMLElement>(focusables)] }
}

/** Browsers take the focus from what is put elsewhere, too. */
function isMoved(element: Element, records: readonly MutationRecord[]): boolean {
  return records.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(element)))
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility()
}

/** In the smallest thing around it that is still there: what comes next, else what came before. */
function nearest({ element, inside, order }: Place, root: HTMLElement): HTMLElement | undefined {
  if (isUsable(element)) return element
  const at = order.indexOf(element)
  const inTurn = [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0)).reverse()].filter(
    (each) => each.tabIndex >= 0 && isUsable(each) && !(isByPointer && each.matches(typedInto)),
  )
  for (const around of inside) {
    const found = root.contains(around) ? inTurn.find((each) => around.contains(each)) : undefined
    if (found) return found
  }
  return undefined
}
