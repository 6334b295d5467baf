// Files to be sent: a button that asks for one, and the name of the one that was chosen. Browsers' own fields speak the browser's language.
import { useRef } from 'preact/hooks'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'

interface ChoiceProps {
  /** Of the field, which a label names. */
  id: string
  /** What the button says. */
  words: string
  file?: File | undefined
  onChoose(file: File | undefined): void
  isRequired?: boolean
  isDisabled?: boolean
  describedBy?: string
}

const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'

/** The browser's field, which is heard and has the focus, and the button that is seen instead; for pictures. */
export function FileChoice({
  id,
  words,
  file,
  onChoose,
  isRequired = false,
  isDisabled = false,
  describedBy,
}: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  // It is done with: the same one may be chosen again.
  if (!file && input.current) input.current.value = ''
  return (
    <span class="file-choice">
      <input
        ref={input}
        id={id}
        class="for-ears"
        type="file"
        required={isRequired}
        disabled={isDisabled}
        accept={pictureTypes}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
      {!isDisabled && (
        <button
          type="button"
          class="button plain"
          aria-hidden="true"
          tabIndex={-1}
          onClick={() => input.current?.click()}
        >
          {words}
        </button>
      )}
    </span>
  )
}

interface Props extends Pick<ChoiceProps, 'onChoose' | 'isRequired'> {
  label: string
  file: File | undefined
}

/** A picture, within a form. */
export function FileField({ label, file, ...choice }: Props) {
  const id = useUniqueId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="file-field">
        <FileChoice {...choice} id={id} file={file} words={text('settings.chooseFile')} />
        <span class="hint">{file?.name ?? text('settings.noFile')}</span>
      </span>
    </div>
  )
}
