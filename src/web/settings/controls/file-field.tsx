// A file to be sent: a button that asks for one, and the name of the one that was chosen. Browsers' own fields speak the browser's language.
import { useRef } from 'preact/hooks'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'

interface Props {
  label: string
  file: File | undefined
  onChoose(file: File | undefined): void
  isRequired?: boolean
}

export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'

/** A picture, within a form. */
export function FileField({ label, file, onChoose, isRequired = false }: Props) {
  const id = useUniqueId()
  const input = useRef<HTMLInputElement>(null)
  // It is done with: the same one may be chosen again.
  if (!file && input.current) input.current.value = ''
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="file-field">
        <input
          ref={input}
          id={id}
          class="for-ears"
          type="file"
          required={isRequired}
          accept={pictureTypes}
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
        />
        <button
          type="button"
          class="button plain"
          aria-hidden="true"
          tabIndex={-1}
          onClick={() => input.current?.click()}
        >
          {text('settings.chooseFile')}
        </button>
        <span class="hint">{file?.name ?? text('settings.noFile')}</span>
      </span>
    </div>
  )
}
