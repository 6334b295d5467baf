// A field that offers what can be chosen while one types, by keys, pointer and ear.
import Combobox from '@github/combobox-nav'
import type { ComponentChildren } from 'preact'
import { placeList } from './place-list'
import { useUniqueId } from './unique-id'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Option {
  /** Different for each. */
  key: string
  label: string
  /** Shown behind it, quietly. */
  detail?: string
  picture?: ComponentChildren
}

interface Props<T extends Option> {
  label: string
  /** Of the field, where a label elsewhere names it; then `label` names the list of suggestions alone. */
  id?: string
  placeholder?: string
  value: string
  maxLength?: number
  /** The list opens over the field instead of under it. */
  above?: boolean
  class?: string
  /** What fits, the best first; few enough to be read. */
  find(query: string): readonly T[]
  onInput?(value: string): void
  onChoose(option: T): void
  /** Enter with nothing chosen. */
  onEnter?(): void
  /** Backspace in the empty field. */
  onBackspace?(): void
  autofocus?: boolean
}

export function ComboField<T extends Option>(props: Props<T>) {
  const { label, placeholder, value, maxLength, above, find, onInput, onChoose, autofocus } = props
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isTouched, setTouched] = useState(false)
  const listId = useUniqueId()
  const options = typed === undefined ? [] : find(typed)
  useEffect(() => {
    if (autofocus) input.current?.focus()
  }, [autofocus])
  const isOpen = options.length > 0
  useNavigation(input, list, options.map(({ key }) => key).join('\n'), { typed, above: above ?? false })
  const close = (): void => {
    setTyped(undefined)
    setTouched(false)
  }
  const choose = (key: string | undefined): void => {
    const option = options.find((each) => each.key === key)
    close()
    if (option) onChoose(option)
  }
  return (
    <span class={`combo ${props.class ?? ''}`}>
      <input
        ref={input}
        id={props.id}
        class="input"
        type="text"
        role="combobox"
        aria-label={props.id === undefined ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        value={isTouched ? typed : value}
        maxLength={maxLength}
        onFocus={() => setTyped('')}
        onClick={() => setTyped((now) => now ?? '')}
        onBlur={close}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setTouched(true)
          onInput?.(currentTarget.value)
        }}
        onKeyDown={(event) => keyDown(event, { ...props, isOpen, close })}
      />
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        class="suggestions"
        hidden={!isOpen}
        onPointerDown={(event) => event.preventDefault()}
        onClick={({ target }) =>
          choose(target instanceof Element ? (optionAt(target)?.dataset['key'] ?? '') : undefined)
        }
      >
        {options.map((option) => (
          <OptionRow key={option.key} option={option} />
        ))}
      </ul>
    </span>
  )
}

function optionAt(target: Element): HTMLElement | null {
  return target.closest<HTMLElement>('[role="option"]')
}

/** A row of a list of suggestions. */
export function OptionRow({ option: { key, label, detail, picture } }: { option: Option }) {
  return (
    <li role="option" data-key={key} class="suggestion">
      {picture !== undefined && <span class="suggestion-picture">{picture}</span>}
      <span class="suggestion-label">{label}</span>
      {detail !== undefined && <span class="suggestion-detail">{detail}</span>}
    </li>
  )
}

/** The place and the keys of the list, while there is something in it: the first is what Enter and Tab choose. */
function useNavigation(
  input: { current: HTMLInputElement | null },
  list: { current: HTMLUListElement | null },
  keys: string,
  { typed, above }: { typed: string | undefined; above: boolean },
): void {
  const isOpen = keys !== ''
  useLayoutEffect(
    () =>
      isOpen && input.current && list.current
        ? placeList(input.current, list.current, above ? 'over' : 'under')
        : undefined,
    [isOpen],
  )
  useLayoutEffect(() => {
    if (!isOpen || !input.current || !list.current) return
    const field = input.current
    const navigation = new Combobox(field, list.current, {
      firstOptionSelectionMode: typed === '' ? 'none' : 'selected',
    })
    navigation.start()
    return () => {
      navigation.stop()
      field.removeAttribute('aria-activedescendant')
    }
    // At each key press: it takes the choice away.
  }, [keys, typed])
}

function keyDown(
  event: KeyboardEvent & { currentTarget: HTMLInputElement },
  {
    isOpen,
    close,
    onEnter,
    onBackspace,
  }: Pick<Props<Option>, 'onEnter' | 'onBackspace'> & { isOpen: boolean; close(): void },
): void {
  const { key, currentTarget: field } = event
  if (key === 'Escape' && isOpen) {
    event.preventDefault()
    event.stopPropagation()
    close()
  } else if (key === 'Enter' && !event.isComposing && !field.hasAttribute('aria-activedescendant')) {
    event.preventDefault()
    onEnter?.()
  } else if (key === 'Backspace' && field.value === '') onBackspace?.()
}
