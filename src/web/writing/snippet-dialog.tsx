// Keeps a text as a saved snippet.
import { useRef, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog'
import { useUniqueId } from '../parts/unique-id'
import { problemText } from '../parts/toasts'
import { text } from '../texts/text'

interface Props {
  content: string
  save(title: string, content: string): Promise<void>
  close(): void
}

export function SnippetDialog({ content, save, close }: Props) {
  const [title, setTitle] = useState('')
  const [words, setWords] = useState(content)
  const [problem, setProblem] = useState<string>()
  const isBusy = useRef(false)
  const id = useUniqueId()
  const isReady = title.trim() !== '' && words.trim() !== ''
  const submit = (): void => {
    if (!isReady || isBusy.current) return
    isBusy.current = true
    setProblem(undefined)
    save(title.trim(), words)
      .then(close, (error) => setProblem(problemText(error)))
      .finally(() => (isBusy.current = false))
  }
  return (
    <Dialog
      title={text('writing.newSnippet')}
      onClose={close}
      actions={
        <button type="submit" form={id} class="button" disabled={!isReady}>
          {text('writing.save')}
        </button>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label class="field">
          <span class="label">{text('writing.snippetTitle')}</span>
          <input
            class="input"
            maxLength={60}
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </label>
        <label class="field">
          <span class="label">{text('writing.snippetContent')}</span>
          <textarea
            class="input"
            rows={5}
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </label>
        {problem !== undefined && (
          <p class="error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
