// A term of a search, as it would be typed, with a button that takes it away.
import { X } from 'lucide-preact'
import type { Term } from '../addresses/narrow'
import { text } from '../texts/text'
import { directory } from './directory'
import { writeTerm } from './search-language'
import { termWords } from './term-words'

interface Props {
  term: Term
  /** Has it typed anew; without, it is only shown. */
  onEdit?(): void
  onRemove(): void
}

export function SearchPill({ term, onEdit, onRemove }: Props) {
  const words = writeTerm(term, directory())
  return (
    <span class="pill" title={termWords(term)}>
      {onEdit ? (
        <button type="button" class="pill-words" dir="auto" onClick={onEdit}>
          {words}
        </button>
      ) : (
        <span class="pill-words" dir="auto">
          {words}
        </span>
      )}
      <button
        type="button"
        class="pill-end"
        aria-label={text('search.remove', { what: termWords(term) })}
        onClick={onRemove}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  )
}
