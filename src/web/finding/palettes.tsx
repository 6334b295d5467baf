// The search and the quick switcher, from anywhere: both are loaded soon after the first view, or when they are first wanted.
import { narrowOf, type Term } from '../addresses/narrow'
import { showDialog } from '../parts/dialogs'
import { loadSoon } from '../parts/lazy'
import { showLoaded } from '../parts/loaded-dialog'
import { shortcut } from '../shell/shortcuts'
import { loadAllTexts } from '../texts/text'
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
  withPalettes(({ SearchPalette }) =>
    showDialog((close) => <SearchPalette begin={begin} edited={edited} onClose={close} />),
  )
}

export function showSwitcher(): void {
  withPalettes(({ SwitcherPalette }) => showDialog((close) => <SwitcherPalette onClose={close} />))
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

/** At once where they are there. */
function withPalettes(show: (palettes: Palettes) => void): void {
  if (loaded) show(loaded)
  else showLoaded(load, show)
}
