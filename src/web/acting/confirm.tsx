// Asks before something is done that can't be undone.
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { text } from '../texts/text'

interface Question {
  title: string
  explanation: string
  /** What the button says that does it. */
  action: string
  /** Does it. @returns whether it is done: the question stays open where it is not */
  run(): Promise<boolean>
}

export function confirm(question: Question): void {
  showDialog((close) => <Confirmation question={question} onClose={close} />)
}

function Confirmation({
  question: { title, explanation, action, run },
  onClose,
}: {
  question: Question
  onClose(): void
}) {
  const [isRunning, setRunning] = useState(false)
  const start = async (): Promise<void> => {
    setRunning(true)
    if (await run()) onClose()
    else setRunning(false)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button plain" onClick={onClose}>
            {text('acting.cancel')}
          </button>
          <button type="button" class="button danger" disabled={isRunning} onClick={() => void start()}>
            {action}
          </button>
        </>
      }
    >
      <p>{explanation}</p>
    </Dialog>
  )
}
