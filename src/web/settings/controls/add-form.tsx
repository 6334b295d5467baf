// A field and a button that adds what is in it to the list below; emptied once that is done.
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'

interface Props {
  label: string
  value: string
  onInput(value: string): void
  maxLength: number
  /** @returns whether it was done */
  submit(): Promise<boolean>
}

export function AddForm({ label, value, onInput, maxLength, submit }: Props) {
  const id = useUniqueId()
  return (
    <form
      class="add-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit().then((isDone) => isDone && onInput(''))
      }}
    >
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          class="input"
          required
          value={value}
          maxLength={maxLength}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </div>
      <button type="submit" class="button">
        {text('settings.add')}
      </button>
    </form>
  )
}
