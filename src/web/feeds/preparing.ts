// What is read next is asked for as soon as somebody is about to go there: while the link is being pressed, or at the latest when the address changes.
import { prepareBy } from '../addresses/address'
import { narrowAt } from '../addresses/narrow'
import { isLoaded } from '../live/state'
import { feeds } from './open'

function prepare(hash: string): Promise<void> | undefined {
  const narrow = isLoaded.peek() ? narrowAt(hash) : undefined
  return narrow && feeds.prepare(narrow)
}

prepareBy(prepare)

addEventListener(
  'pointerdown',
  ({ target, button, pointerType }) => {
    // A finger that comes down may be about to scroll.
    if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return
    const link = target.closest('a')?.getAttribute('href')
    if (link?.startsWith('#') === true) void prepare(link)
  },
  { capture: true, passive: true },
)
