// What the left side is filtered by.
import { signal } from '@preact/signals'
import { openSide } from '../shell/sides-open'
import { shortcut } from '../shell/shortcuts'
import { plain } from '../texts/plain'

export const filter = {
  text: signal(''),
  /** Counts how often the field was asked for. */
  focusWanted: signal(0),
  /** Without case and marks, empty where nothing is filtered. */
  get wanted(): string {
    return plain(filter.text.value.trim())
  },
}

shortcut({
  keys: 'q',
  area: 'finding',
  label: 'finding.filter',
  run() {
    if (matchMedia('(max-width: 48rem)').matches) openSide.value = 'left'
    filter.focusWanted.value += 1
    // At once where it is there: the very next key is meant for it.
    document.querySelector<HTMLElement>('.side-filter input')?.focus()
  },
})
