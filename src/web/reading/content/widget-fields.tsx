// What polls and to-do lists have in common: a title that its author changes, and a field for another entry.
import type { LucideIcon } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { IconButton } from '../../parts/icon-button'

interface TitleProps {
  title: string
  label: string
  icon: LucideIcon
  mayEdit: boolean
  /** @returns whether it was taken */
  onSave(title: string): Promise<boolean>
}

export function EditableTitle({ title, label, icon, mayEdit, onSave }: TitleProps) {
  const [draft, setDraft] = useState<string>()
  if (draft === undefined)
    return (
      <div class="widget-title">
        <h3 dir="auto">{title}</h3>
        {mayEdit && <IconButton icon={icon} size={14} label={label} onClick={() => setDraft(title)} />}
      </div>
    )
  const save = async (): Promise<void> => {
    const isSame = draft.trim() === '' || draft === title
    if (isSame || (await onSave(draft))) setDraft(undefined)
  }
  return (
    <form
      class="widget-title"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input
        class="input"
        aria-label={label}
        value={draft}
        ref={(field) => field?.focus()}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
        onBlur={() => void save()}
      />
    </form>
  )
}

interface EntryProps {
  icon: LucideIcon
  label: string
  /** Name of a second field. */
  detail?: string
  /** @returns whether it was taken */
  onAdd(entry: string, detail: string): Promise<boolean>
}

export function AddEntry({ icon, label, detail, onAdd }: EntryProps) {
  const [entry, setEntry] = useState('')
  const [more, setMore] = useState('')
  const add = async (): Promise<void> => {
    if (entry.trim() === '' || !(await onAdd(entry.trim(), more.trim()))) return
    setEntry('')
    setMore('')
  }
  return (
    <form
      class="widget-entry"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        class="input"
        aria-label={label}
        placeholder={label}
        value={entry}
        maxLength={1000}
        onInput={(event) => setEntry(event.currentTarget.value)}
      />
      {detail !== undefined && (
        <input
          class="input"
          aria-label={detail}
          placeholder={detail}
          value={more}
          maxLength={1000}
          onInput={(event) => setMore(event.currentTarget.value)}
        />
      )}
      <IconButton type="submit" icon={icon} label={label} disabled={entry.trim() === ''} />
    </form>
  )
}
