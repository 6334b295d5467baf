// A text to be copied elsewhere, such as a key or a link.
import { Copy } from 'lucide-preact'
import { IconButton } from '../../parts/icon-button'
import { copy } from '../../parts/copying'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'

export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useUniqueId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy-field">
        <input
          id={id}
          class="input"
          readOnly
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <IconButton
          icon={Copy}
          label={text('settings.copy', { name: label })}
          onClick={() => void copy(value)}
        />
      </div>
    </div>
  )
}
