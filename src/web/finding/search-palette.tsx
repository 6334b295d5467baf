// The search: terms as pills, what may be meant while one types, and searches that were made lately.
import { Clock, Hash, MessageSquareText, Search, User } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { go } from '../addresses/address'
import type { Term } from '../addresses/narrow'
import { narrowLink } from '../live/links'
import { text } from '../texts/text'
import { directory } from './directory'
import { Palette, type Choice } from './palette'
import { recentSearches, rememberSearch } from './recent-searches'
import { readSearch, writeSearch, writeTerm } from './search-language'
import { SearchPill } from './search-pill'
import { completed, searchSuggestions, type Suggestion } from './search-suggestions'
import { operatorWords, termWords } from './term-words'

interface Typed {
  pills: readonly Term[]
  text: string
}

interface Props {
  /** The terms that it begins with. */
  begin: readonly Term[]
  /** One more, which is typed anew. */
  edited?: Term | undefined
  onClose(): void
}

export function SearchPalette({ begin, edited, onClose }: Props) {
  const [{ pills, text: typed }, setTyped] = useState<Typed>(() => opened(begin, edited))
  const { terms, near, unknown } = readSearch(typed, directory())
  const open = (all: readonly Term[], at?: number): void => {
    onClose()
    rememberSearch(writeSearch(all, directory(), at))
    go(narrowLink(all, at))
  }
  const take = (suggestion: Suggestion): void => {
    const now = completed(typed, suggestion)
    setTyped(suggestion.term ? settled({ pills, text: now }) : { pills, text: now })
  }
  const all = [...pills, ...terms]
  const isReady = all.length > 0 && unknown.length === 0
  const choices: Choice[] = [
    ...(isReady ? [searchChoice(all, () => open(all, near))] : []),
    ...searchSuggestions(typed, all).map((each) => suggestionChoice(each, () => take(each))),
    ...(typed.trim() === '' && pills.length === 0 ? recentChoices(open) : []),
  ]
  return (
    <Palette
      label={text('search.label')}
      placeholder={pills.length === 0 ? text('search.placeholder') : ''}
      value={typed}
      before={
        <>
          <Search size={18} aria-hidden="true" />
          {pills.map((term, index) => (
            <SearchPill
              key={writeTerm(term, directory())}
              term={term}
              onRemove={() => setTyped({ pills: pills.toSpliced(index, 1), text: typed })}
            />
          ))}
        </>
      }
      choices={choices}
      note={unknown.length > 0 && choices.length === 0 && <p class="palette-note">{unknownText(unknown)}</p>}
      onInput={(value) => setTyped(settled({ pills, text: value }))}
      onBackspace={() => setTyped(reopened(pills))}
      onClose={onClose}
    />
  )
}

/** What is typed anew and plain words, which are typed on, stand in the field; the rest are pills. */
function opened(terms: readonly Term[], edited: Term | undefined): Typed {
  const isWords = ({ operator, negated }: Term): boolean => operator === 'search' && !negated
  return {
    pills: terms.filter((term) => !isWords(term)),
    text: writeSearch([...terms.filter(isWords), ...(edited ? [edited] : [])], directory()),
  }
}

/** Turns terms that are done, with a space behind them, into pills. */
function settled({ pills, text: typed }: Typed): Typed {
  const [, done = '', rest = ''] = /^(.*\s)([^\s]*)$/s.exec(typed) ?? []
  const { terms, near, unknown } = readSearch(done, directory())
  const isInQuotes = (done.match(/"/g) ?? []).length % 2 === 1
  const found = terms.filter(({ operator }) => operator !== 'search')
  if (found.length === 0 || unknown.length > 0 || near !== undefined || isInQuotes)
    return { pills, text: typed }
  const words = terms.filter(({ operator }) => operator === 'search')
  const left = words.length > 0 ? `${writeSearch(words, directory())} ` : ''
  return { pills: [...pills, ...found], text: left + rest }
}

/** The last pill is typed on. */
function reopened(pills: readonly Term[]): Typed {
  const last = pills.at(-1)
  return { pills: pills.slice(0, -1), text: last ? writeTerm(last, directory()) : '' }
}

function searchChoice(terms: readonly Term[], choose: () => void): Choice {
  return {
    key: 'search',
    label: text('search.open'),
    detail: terms.map(termWords).join(' · '),
    picture: <Search size={16} aria-hidden="true" />,
    choose,
  }
}

function suggestionChoice({ completion, term, operator }: Suggestion, choose: () => void): Choice {
  const words = term ? termWords(term) : operator ? text(operatorWords[operator]) : ''
  return { key: completion, label: completion.trim(), detail: words, picture: pictureOf(term), choose }
}

function pictureOf(term: Term | undefined) {
  const Icon =
    term?.operator === 'channel'
      ? Hash
      : term?.operator === 'sender' || term?.operator === 'dm'
        ? User
        : MessageSquareText
  return <Icon size={16} aria-hidden="true" />
}

function recentChoices(open: (terms: readonly Term[], near?: number) => void): Choice[] {
  return recentSearches().map((typed) => ({
    key: `recent ${typed}`,
    label: typed,
    picture: <Clock size={16} aria-hidden="true" />,
    group: text('search.recent'),
    choose() {
      const { terms, near } = readSearch(typed, directory())
      open(terms, near)
    },
  }))
}

function unknownText(unknown: readonly string[]): string {
  return text('search.unknown', { what: unknown.join(' ') })
}
