// Lists of things on a page: a line each, with what can be done to it at its end; empty ones say so.
import type { LucideIcon } from 'lucide-preact'
import { Search } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../../texts/text'

/** So many lines at first, and so many more at a time. */
const batch = 100

interface Props<T> {
  items: readonly T[]
  keyOf(item: T): string | number
  /** What stands where there are none. */
  empty: string
  label: string
  children(item: T): ComponentChildren
}

export function List<T>({ items, keyOf, empty, label, children }: Props<T>) {
  const [shown, setShown] = useState(batch)
  if (items.length === 0) return <p class="list-empty">{empty}</p>
  return (
    <>
      <ul class="setting-list" aria-label={label}>
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {items.length > shown && (
        <button type="button" class="button plain" onClick={() => setShown(shown + batch)}>
          {text('settings.showMore', { count: items.length - shown })}
        </button>
      )}
    </>
  )
}

interface LineProps {
  /** Before the words, such as a picture. */
  lead?: ComponentChildren
  icon?: LucideIcon
  title: ComponentChildren
  /** Below it, quietly. */
  note?: ComponentChildren
  actions?: ComponentChildren
}

export function Line({ lead, icon: Icon, title, note, actions }: LineProps) {
  return (
    <div class="list-line">
      {Icon ? <Icon size={18} class="list-icon" aria-hidden="true" /> : lead}
      <div class="list-words">
        <span class="list-title">{title}</span>
        {note !== undefined && <span class="hint">{note}</span>}
      </div>
      {actions !== undefined && <div class="list-actions">{actions}</div>}
    </div>
  )
}

export function FilterField({
  value,
  onInput,
  label,
}: {
  value: string
  onInput(text: string): void
  label: string
}) {
  return (
    <label class="filter-field">
      <Search size={16} aria-hidden="true" />
      <input
        class="input"
        type="search"
        value={value}
        placeholder={label}
        aria-label={label}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}

/** Whether any of the texts has all words of the filter, in any case. */
export function fits(filter: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const all = texts.join(' ').toLocaleLowerCase()
  return filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
