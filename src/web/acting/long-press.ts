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
