// The left side: the organization, the views over everything, direct conversations and channels.
import { Search, Zap } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { keyNames } from '../shell/key-names'
import { text } from '../texts/text'
import { ChannelSections } from './channel-list'
import { DirectList } from './direct-list'
import { filter } from './filter'
import './navigation-keys'
import { OrganizationButton } from './organization-menu'
import { showSearch, showSwitcher } from './palettes'
import { ViewList } from './view-list'

export function Navigation() {
  return (
    <>
      <OrganizationButton />
      <div class="side-tools">
        <button type="button" class="side-tool" onClick={() => showSearch()}>
          <Search size={15} aria-hidden="true" />
          {text('finding.search')}
          <kbd>/</kbd>
        </button>
        <button type="button" class="side-tool" onClick={() => showSwitcher()}>
          <Zap size={15} aria-hidden="true" />
          {text('finding.jump')}
          <kbd>{keyNames('$mod+k').join(' ')}</kbd>
        </button>
      </div>
      <div class="side-scroll">
        <ViewList />
        <FilterField />
        <DirectList />
        <ChannelSections />
      </div>
    </>
  )
}

/** Narrows the side to what has these letters in its name. Enter opens the first of it. */
function FilterField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (filter.focusWanted.value > 0) field.current?.focus()
  }, [filter.focusWanted.value])
  return (
    <div class="side-filter">
      <input
        ref={field}
        class="input"
        type="search"
        placeholder={text('finding.filter')}
        aria-label={text('finding.filter')}
        aria-keyshortcuts="q"
        value={filter.text.value}
        onInput={({ currentTarget }) => (filter.text.value = currentTarget.value)}
        onKeyDown={(event) => {
          const side = event.currentTarget.closest('.side')
          if (event.key === 'Escape') {
            filter.text.value = ''
            field.current?.blur()
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            const first = side?.querySelector<HTMLElement>('.side-filter ~ * a.side-row')
            if (event.key === 'Enter') {
              first?.click()
              filter.text.value = ''
            } else first?.focus()
          } else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
    </div>
  )
}
