// What the left side is filtered by.
import { signal } from '@preact/signals'
import { openSide } from '../shell/sides-open'
import { shortcut } from '../shell/shortcuts'

export const filter = {
  text: signal(''),
  /** Counts how often the field was asked for. */
  focusWanted: signal(0),
  /** Without case and marks, empty where nothing is filtered. */
  get wanted(): string {
    return plain(filter.text.value.trim())
  },
}

/** A text as it is compared by those who look for it: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

shortcut({
  keys: 'q',
  area: 'finding',
  label: 'finding.filter',
  run() {
    if (matchMedia('(max-width: 48rem)').matches) openSide.value = 'left'
    filter.focusWanted.value += 1
  },
})
