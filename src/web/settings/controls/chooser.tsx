// Choosing several of many, such as people and groups: what is chosen stands in the field, typing finds more.
import Combobox from '@github/combobox-nav'
import { go } from 'fuzzysort'
import { X } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'

export interface Option {
  /** Unlike any other's. */
  key: string
  label: string
  /** Quietly beside it. */
  note?: string
  picture?: ComponentChildren
}

interface Props {
  id: string
  /** In their order; those that are not among the options any more are shown, too. */
  chosen: readonly Option[]
  options: readonly Option[]
  onChange(keys: readonly string[]): void
  disabled?: boolean
  placeholder?: string
}

/** So many are proposed. */
const most = 8

export function Chooser({ id, chosen, options, onChange, disabled = false, placeholder }: Props) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const listId = useUniqueId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const taken = new Set(chosen.map(({ key }) => key))
  const found = isOpen
    ? matches(
        options.filter(({ key }) => !taken.has(key)),
        typed,
      )
    : []
  useCombobox(input, list, found.length > 0)
  const choose = (key: string): void => {
    setTyped('')
    // What stands below can be reached again; the next letter or arrow opens the list anew.
    setOpen(false)
    onChange([...taken, key])
    input.current?.focus()
  }
  return (
    <div class="chooser" data-disabled={disabled}>
      {chosen.map(({ key, label, picture }) => (
        <span key={key} class="chip">
          {picture}
          <span class="chip-label">{label}</span>
          {!disabled && (
            <button
              type="button"
              class="chip-remove"
              aria-label={text('settings.remove', { name: label })}
              onClick={() => onChange([...taken].filter((each) => each !== key))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      {!disabled && (
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          autocomplete="off"
          value={typed}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setOpen(true)
            if (event.key === 'Backspace' && typed === '') onChange([...taken].slice(0, -1))
            if (event.key !== 'Escape' || !isOpen) return
            event.stopPropagation()
            event.preventDefault()
            setOpen(false)
          }}
        />
      )}
      <ul
        ref={list}
        id={listId}
        role="listbox"
        class="chooser-list"
        hidden={found.length === 0}
        aria-label={text('settings.proposals')}
      >
        {found.map(({ key, label, note, picture }) => (
          <li
            key={key}
            id={`${listId}-${key}`}
            role="option"
            class="chooser-option"
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(key)}
          >
            {picture}
            <span class="chip-label">{label}</span>
            {note !== undefined && <span class="hint">{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function matches(options: readonly Option[], typed: string): readonly Option[] {
  if (typed.trim() === '') return options.slice(0, most)
  return go(typed, options, { keys: ['label', 'note'], limit: most }).map(({ obj }) => obj)
}

/** Arrow keys and Enter in the list, while it is open. */
function useCombobox(
  input: { current: HTMLInputElement | null },
  list: { current: HTMLUListElement | null },
  isOpen: boolean,
): void {
  useEffect(() => {
    if (!isOpen || !input.current || !list.current) return
    const box = new Combobox(input.current, list.current, { tabInsertsSuggestions: false })
    box.start()
    return () => box.destroy()
  }, [isOpen])
}
