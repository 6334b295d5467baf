// Fingers that stay where they are: on phones they open the menu that others open with a button.

/** In milliseconds. */
const long = 450
/** In CSS pixels: whoever moves further scrolls. */
const still = 10

interface Handlers {
  onPointerDown(event: PointerEvent): void
}

/** Handlers of an element that opens something when it is pressed for long. @param open is given the place of the finger */
export function onLongPress(open: (at: { x: number; y: number }) => void): Handlers {
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }) {
      if (pointerType !== 'touch') return
      const ends = new AbortController()
      const timer = setTimeout(() => {
        ends.abort()
        swallowClick()
        open({ x, y })
      }, long)
      ends.signal.addEventListener('abort', () => clearTimeout(timer))
      const { signal } = ends
      const end = (): void => ends.abort()
      addEventListener('pointerup', end, { signal })
      addEventListener('pointercancel', end, { signal })
      addEventListener(
        'pointermove',
        (event) => {
          if (Math.hypot(event.clientX - x, event.clientY - y) > still) end()
        },
        { signal },
      )
    },
  }
}

/** The finger that has opened something leaves it: that is no click on what lies below. */
function swallowClick(): void {
  const ends = new AbortController()
  const { signal } = ends
  const swallow = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    ends.abort()
  }
  addEventListener('click', swallow, { capture: true, signal })
  // Whatever is pressed next is meant.
  addEventListener('pointerdown', () => ends.abort(), { capture: true, signal })
}
