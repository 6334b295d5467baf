// A field at the top of the screen with a list below it, in which what is typed is looked for: of the switcher and the search.
import Combobox from '@github/combobox-nav'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useId, useRef } from 'preact/hooks'
import { OptionRow, type Option } from '../parts/combobox'

export interface Choice extends Option {
  choose(): void
  /** What it is one of, as a heading above the first of them. */
  group?: string
}

interface Props {
  label: string
  placeholder: string
  value: string
  /** What stands in the field before what is typed. */
  before?: ComponentChildren
  /** The best first: Enter chooses it, unless another was gone to. */
  choices: readonly Choice[]
  /** Below the list, such as what to do where nothing fits. */
  note?: ComponentChildren
  onInput(value: string): void
  /** Backspace where nothing is typed. */
  onBackspace?(): void
  onClose(): void
}

export function Palette(props: Props) {
  const { label, placeholder, value, before, choices, note, onInput, onBackspace, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  // What was typed and is not on the screen yet: who types fast means what they have typed, not what still stands there.
  const drawn = useRef(value)
  const pressed = useRef<string>()
  useModal(dialog, input)
  useNavigation(input, list, value, choices)
  useLayoutEffect(() => {
    drawn.current = value
    const wanted = pressed.current
    pressed.current = undefined
    if (wanted !== undefined && input.current?.value === wanted) choices[0]?.choose()
  })
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="palette-field">
        {before}
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={choices.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          onKeyDown={(event) => {
            if (
              (event.key === 'Enter' || event.key === 'Tab') &&
              drawn.current !== event.currentTarget.value
            ) {
              pressed.current = event.currentTarget.value
              event.preventDefault()
              event.stopImmediatePropagation()
            }
            if (event.key === 'Backspace' && event.currentTarget.value === '' && onBackspace) {
              event.preventDefault()
              onBackspace()
            }
            // The first Escape would only end what the list has marked.
            if (event.key === 'Escape') {
              event.preventDefault()
              onClose()
            }
          }}
        />
      </div>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        hidden={choices.length === 0}
        onClick={({ target }) => choose(choices, target)}
      >
        {choices.map((choice, index) => (
          <Row key={choice.key} choice={choice} previous={choices[index - 1]} />
        ))}
      </ul>
      {note}
    </dialog>
  )
}

function Row({ choice, previous }: { choice: Choice; previous: Choice | undefined }) {
  const isFirst = choice.group !== undefined && choice.group !== previous?.group
  return (
    <>
      {isFirst && (
        <li role="presentation" class="palette-group">
          {choice.group}
        </li>
      )}
      <OptionRow option={choice} />
    </>
  )
}

function choose(choices: readonly Choice[], target: EventTarget | null): void {
  const key = target instanceof Element && target.closest<HTMLElement>('[role=option]')?.dataset['key']
  choices.find((choice) => choice.key === key)?.choose()
}

/** Lies over everything, and gives the focus back. */
function useModal(dialog: RefObject<HTMLDialogElement>, input: RefObject<HTMLInputElement>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    input.current?.focus()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
}

/** Arrow keys go through the list, whose first is what Enter chooses. */
function useNavigation(
  input: RefObject<HTMLInputElement>,
  list: RefObject<HTMLUListElement>,
  value: string,
  choices: readonly Choice[],
): void {
  const keys = choices.map(({ key }) => key).join('\n')
  useLayoutEffect(() => {
    if (!input.current || !list.current || keys === '') return
    const field = input.current
    const navigation = new Combobox(field, list.current, {
      firstOptionSelectionMode: 'selected',
      tabInsertsSuggestions: true,
    })
    navigation.start()
    return () => {
      navigation.stop()
      field.removeAttribute('aria-activedescendant')
    }
    // What is typed ends what was marked, even where the list stays as it was.
  }, [keys, value])
}
