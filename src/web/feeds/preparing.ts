// What is read next is asked for as soon as somebody is about to go there: while the link is being pressed, when keys have come
// to rest on it, or at the latest when the address changes.
import { signal } from '@preact/signals'
import { prepareBy, prepareSoon } from '../addresses/address'
import { narrowAt } from '../addresses/narrow'
import { isLoaded } from '../live/state'
import { feeds } from './open'

/** So long, in milliseconds, the first view is not drawn without its messages. */
const patience = 100

/** Whether the first view is to be drawn: with its messages, which were asked for ahead, or because they take too long. */
export const isFirstReady = signal(false)
/** Whether it has what it shows: only then anything is loaded that it does not need. */
export const isFirstThere = signal(false)

function prepare(hash: string): Promise<void> | undefined {
  const narrow = isLoaded.peek() ? narrowAt(hash) : undefined
  return narrow && feeds.prepare(narrow)
}

prepareBy((hash) => void prepare(hash))

isLoaded.subscribe((loaded) => {
  if (!loaded || isFirstReady.peek()) return
  const draw = (): void => void (isFirstReady.value = true)
  const ready = prepare(location.hash)
  const there = (): void => {
    draw()
    isFirstThere.value = true
  }
  if (!ready) there()
  void ready?.then(there, there)
  setTimeout(draw, patience)
})

addEventListener(
  'pointerdown',
  ({ target, button, pointerType }) => {
    // A finger that comes down may be about to scroll.
    if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return
    const link = placeOf(target)
    if (link !== undefined) void prepare(link)
  },
  { capture: true, passive: true },
)

addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches('a:focus-visible')) prepareSoon(() => placeOf(target))
})

/** Where a link, or what is within one, leads in this client. */
function placeOf(element: Element): string | undefined {
  const link = element.closest('a')?.getAttribute('href') ?? ''
  return link.startsWith('#') ? link : undefined
}
