// The terms of a search in its heading: each can be typed anew or taken away, and more be added.
import { Pencil } from 'lucide-preact'
import { go } from '../addresses/address'
import type { Term } from '../addresses/narrow'
import { SearchPill } from '../finding/search-pill'
import { showSearch } from '../finding/palettes'
import { narrowLink } from '../live/links'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'

export function SearchPills({ terms }: { terms: readonly Term[] }) {
  const without = (index: number): readonly Term[] => terms.toSpliced(index, 1)
  return (
    <div class="search-pills" role="group" aria-label={text('search.terms')}>
      {terms.map((term, index) => (
        <SearchPill
          key={index}
          term={term}
          onEdit={() => showSearch(without(index), term)}
          onRemove={() => go(terms.length > 1 ? narrowLink(without(index)) : '#feed')}
        />
      ))}
      <IconButton icon={Pencil} size={15} label={text('search.edit')} onClick={() => showSearch(terms)} />
    </div>
  )
}
