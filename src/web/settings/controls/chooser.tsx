// Choosing several of many, such as people and groups: what is chosen stands in the field, typing finds more.
import { X } from 'lucide-preact'
import { ComboField, type Option } from '../../parts/combobox'
import { text } from '../../texts/text'

interface Props {
  /** Of the field, which a label names. */
  id: string
  /** In their order. */
  chosen: readonly Option[]
  /** What fits, the best first; few. What is chosen already may be among them. */
  find(query: string): readonly Option[]
  onChange(keys: readonly string[]): void
  disabled?: boolean
  placeholder?: string
}

export function Chooser({ id, chosen, find, onChange, disabled = false, placeholder }: Props) {
  const keys = chosen.map(({ key }) => key)
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
              onClick={() => onChange(keys.filter((each) => each !== key))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      {!disabled && (
        <ComboField
          id={id}
          label={text('settings.proposals')}
          value=""
          {...(chosen.length > 0 || placeholder === undefined ? {} : { placeholder })}
          find={(query) => find(query).filter(({ key }) => !keys.includes(key))}
          onChoose={({ key }) => onChange([...keys, key])}
          onBackspace={() => onChange(keys.slice(0, -1))}
        />
      )}
    </div>
  )
}
