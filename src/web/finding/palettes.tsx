// The search and the quick switcher, from anywhere: both are loaded soon after the first view, or when they are first wanted.
import { narrowOf, type Term } from '../addresses/narrow'
import { showDialog } from '../parts/dialogs'
import { loadSoon } from '../parts/lazy'
import { canLoad, tellMissing } from '../parts/loading'
import { toastProblem } from '../parts/toasts'
import { Unreachable } from '../api/call'
import { shortcut } from '../shell/shortcuts'
import { loadAllTexts } from '../texts/text'
import { keepKeys, type KeptKeys } from '../parts/kept-keys'
import type { SearchPalette } from './search-palette'
import type { SwitcherPalette } from './switcher-palette'

shortcut({ keys: '/', area: 'finding', label: 'finding.search', run: () => showSearch() })
shortcut({
  keys: '$mod+k',
  area: 'finding',
  label: 'finding.switchTo',
  whileWriting: true,
  run: () => showSwitcher(),
})

/**
 * @param terms what it begins with; if not said, the narrow that is open
 * @param edited one more term, which is typed anew
 */
export function showSearch(
  terms: readonly Term[] = narrowOf(location.hash)?.terms ?? [],
  edited?: Term,
): void {
  const begin = terms.filter(({ operator }) => operator !== 'with')
  withPalettes(({ SearchPalette }, typed) =>
    showDialog((close) => <SearchPalette begin={begin} edited={edited} typed={typed} onClose={close} />),
  )
}

export function showSwitcher(): void {
  withPalettes(({ SwitcherPalette }, typed) =>
    showDialog((close) => <SwitcherPalette typed={typed} onClose={close} />),
  )
}

async function load(): Promise<Palettes> {
  const [search, switcher] = await Promise.all([
    import('./search-palette'),
    import('./switcher-palette'),
    // Pages of settings are found by their names, too.
    loadAllTexts(),
  ])
  return (loaded = { SearchPalette: search.SearchPalette, SwitcherPalette: switcher.SwitcherPalette })
}

loadSoon(load)

interface Palettes {
  SearchPalette: typeof SearchPalette
  SwitcherPalette: typeof SwitcherPalette
}
let loaded: Palettes | undefined

const nothing: KeptKeys = { text: '', isEntered: false }
let isAwaited = false

/** At once where they are there; what is typed until they are is meant for them, too. */
function withPalettes(show: (palettes: Palettes, typed: KeptKeys) => void): void {
  if (loaded) return show(loaded, nothing)
  if (isAwaited) return
  if (!canLoad()) return toastProblem(new Unreachable())
  isAwaited = true
  let isWanted = true
  const keys = keepKeys(() => (isWanted = false))
  load()
    .then((palettes) => {
      const typed = keys()
      if (isWanted) show(palettes, typed)
    })
    .catch(() => {
      keys()
      tellMissing()
    })
    .finally(() => (isAwaited = false))
}
