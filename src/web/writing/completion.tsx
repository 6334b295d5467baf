// The list of suggestions for what is being written in a field: by keys, pointer and ear. Loaded when somebody may write (editor.tsx).
import Combobox from '@github/combobox-nav'
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { OptionRow } from '../parts/combobox'
import { placeList } from '../parts/place-list'
import { useUniqueId } from '../parts/unique-id'
import { text } from '../texts/text'
import type { Destination } from './destination'
import { suggestionsFor, type Suggestion } from './suggestions'
import type { TextBox } from './text-box'
import type { Wanted } from './wanted'

interface Props {
  box: TextBox
  to: Destination
  wanted: Signal<Wanted | undefined>
}

export function Completion({ box, to, wanted }: Props) {
  const suggestions = wanted.value ? suggestionsFor(wanted.value, to) : []
  return suggestions.length === 0 ? null : <List box={box} wanted={wanted} suggestions={suggestions} />
}

function List({ box, wanted, suggestions }: Omit<Props, 'to'> & { suggestions: readonly Suggestion[] }) {
  const list = useRef<HTMLUListElement>(null)
  const id = useUniqueId()
  const keys = suggestions.map(({ key }) => key).join('\n')
  useLayoutEffect(() => {
    const { field } = box
    return field && list.current ? placeList(field, list.current, 'over') : undefined
  }, [])
  useLayoutEffect(() => {
    const { field } = box
    if (!field || !list.current) return
    // `@github/text-expander-element` would find what is typed, too, but chooses nothing on its own: Enter would send.
    const navigation = new Combobox(field, list.current, { firstOptionSelectionMode: 'selected' })
    navigation.start()
    // A field of several lines stays a textbox, which may name what is chosen, too.
    field.removeAttribute('role')
    field.removeAttribute('aria-expanded')
    field.dataset['completing'] = ''
    return () => {
      navigation.destroy()
      delete field.dataset['completing']
    }
    // At each key press: it takes the choice away.
  }, [keys, wanted.value])
  const choose = (key: string | undefined): void => {
    const suggestion = suggestions.find((each) => each.key === key)
    const { value } = wanted
    if (!suggestion || !value) return
    wanted.value = undefined
    complete(box, value.from, suggestion.insert)
  }
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={text('writing.suggestions')}
      class="suggestions"
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ target }) => {
        const row = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null
        choose(row?.dataset['key'])
      }}
    >
      {suggestions.map((suggestion) => (
        <OptionRow key={suggestion.key} option={suggestion} />
      ))}
    </ul>
  )
}

/** Puts the suggestion in place of what was typed; a space that follows already is not doubled. */
function complete(box: TextBox, from: number, insert: string): void {
  const { end } = box.selection
  const isSpaced = insert.endsWith(' ') && box.text.peek().charAt(end) === ' '
  const written = isSpaced ? insert.slice(0, -1) : insert
  const after = from + insert.length
  box.apply({ from, to: end, insert: written, select: { start: after, end: after } })
}
