// A dialog with a form: done when the server has taken it, else it stays and says why not. A question is one without fields.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog'
import { showDialog } from '../../parts/dialogs'
import { problemText } from '../../parts/toasts'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'

interface Props {
  title: string
  /** What the button says. */
  action: string
  isDanger?: boolean
  /** What has to be said first is said; true, if not given. */
  isReady?: boolean
  /** What it is about was deleted elsewhere meanwhile: it says so, and nothing can be sent any more. */
  isGone?: boolean
  size?: 'small' | 'medium'
  /** Closed when it resolves. @throws what a call throws, which is said in the dialog */
  submit(): Promise<unknown>
  onClose(): void
  /** Below the form, with controls that are saved by themselves. */
  below?: ComponentChildren
  children: ComponentChildren
}

export function FormDialog({
  title,
  action,
  isDanger = false,
  isReady = true,
  isGone = false,
  size = 'small',
  submit,
  onClose,
  below,
  children,
}: Props) {
  const id = useUniqueId()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    // The same words again are to be heard again.
    setProblem(undefined)
    try {
      await submit()
      onClose()
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button plain" onClick={onClose}>
            {text('settings.cancel')}
          </button>
          <button
            type="submit"
            form={id}
            class={`button ${isDanger ? 'danger' : ''}`}
            disabled={isBusy || isGone || !isReady}
          >
            {action}
          </button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isGone) void send()
        }}
      >
        {children}
        <p class="form-problem" role="alert">
          {isGone ? text('settings.goneMeanwhile') : problem}
        </p>
      </form>
      {below}
    </Dialog>
  )
}

/** Asks before something is done that can't be taken back. */
export function ask(question: {
  title: string
  words: string
  action: string
  run(): Promise<unknown>
}): void {
  showDialog((close) => (
    <FormDialog
      title={question.title}
      action={question.action}
      isDanger
      submit={question.run}
      onClose={close}
    >
      <p>{question.words}</p>
    </FormDialog>
  ))
}

interface FieldProps {
  label: string
  hint?: string | undefined
  /** Given its ID, so that the label names it. */
  children: (id: string) => ComponentChildren
}

/** A field of such a form, below its label. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useUniqueId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </div>
  )
}

interface TextFieldProps {
  label: string
  hint?: string
  value: string
  onInput(value: string): void
  type?: 'text' | 'password' | 'email' | 'url' | 'date' | 'number'
  maxLength?: number
  minLength?: number
  lines?: number
  isRequired?: boolean
  autocomplete?: string
  placeholder?: string
}

export function TextField({
  label,
  hint,
  value,
  onInput,
  lines = 1,
  isRequired = false,
  ...rest
}: TextFieldProps) {
  const { type = 'text', ...given } = rest
  const field = {
    ...given,
    class: 'input',
    value,
    required: isRequired,
    // Something has to be seen of what is required: the server trims the rest away.
    ...(type === 'text' && lines === 1 ? { pattern: isRequired ? String.raw`.*\S.*` : '.*' } : {}),
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  }
  return (
    <Field label={label} hint={hint}>
      {(id) =>
        lines > 1 ? <textarea {...field} id={id} rows={lines} /> : <input {...field} id={id} type={type} />
      }
    </Field>
  )
}
