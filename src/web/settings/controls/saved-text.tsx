// A text that is changed in place: once it is another, there is a button that saves it and one that takes it back.
import { useLayoutEffect, useState } from 'preact/hooks'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'
import { Row } from './row'
import { useSaving } from './saving'

interface Props {
  label: string
  hint?: string | undefined
  refusal?: string | undefined
  value: string
  maxLength: number
  /** More than one: it may have several lines. */
  lines?: number
  type?: 'text' | 'url' | 'date'
  placeholder?: string
  isRequired?: boolean
  /** Saves it. */
  send(value: string): Promise<unknown>
}

export function SavedText({ value, lines = 1, type = 'text', send, ...rest }: Props) {
  const { label, hint, refusal, maxLength, placeholder, isRequired = false } = rest
  const id = useUniqueId()
  const { outcome, save } = useSaving()
  const [draft, setDraft] = useState(value)
  // What is saved, here or elsewhere, is what there is to change: before anybody can, who may be quick.
  useLayoutEffect(() => setDraft(value), [value])
  const isChanged = draft !== value
  const field = {
    id,
    class: 'input',
    value: draft,
    maxLength,
    required: isRequired,
    ...(type === 'text' && lines === 1 ? { pattern: isRequired ? String.raw`.*\S.*` : '.*' } : {}),
    disabled: refusal !== undefined,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }),
    onInput: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
  }
  return (
    <Row id={id} label={label} hint={hint} outcome={outcome} refusal={refusal} isWide>
      <form
        class="saved-text"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged) void save(() => send(draft))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isChanged) return
          event.stopPropagation()
          setDraft(value)
        }}
      >
        {lines > 1 ? <textarea {...field} rows={lines} /> : <input {...field} type={type} />}
        {isChanged && (
          <span class="saved-text-actions">
            <button type="submit" class="button">
              {text('settings.save')}
            </button>
            <button type="button" class="button plain" onClick={() => setDraft(value)}>
              {text('settings.cancel')}
            </button>
          </span>
        )}
      </form>
    </Row>
  )
}
