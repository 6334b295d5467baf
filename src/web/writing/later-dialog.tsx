// Chooses a moment: one of the usual ones, or any.
import { useRef, useState } from 'preact/hooks'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { problemText } from '../parts/toasts'
import { text } from '../texts/text'
import { momentName, usualMoments } from './moments'
import { nextFullHour, ownZone, zonedText, zonedTime } from './zones'

interface Props {
  title: string
  /** On the button. */
  action: string
  /** Whether there may be a note. */
  hasNote?: boolean
  close(): void
  /** @param moment milliseconds @throws Problem, Unreachable */
  choose(moment: number, note: string): Promise<void>
}

export function LaterDialog({ title, action, hasNote, close, choose }: Props) {
  const [own, setOwn] = useState(() => zonedText(nextFullHour(Date.now()), ownZone()))
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  /** One at a time: whoever presses twice means it once. */
  const isBusy = useRef(false)
  const pick = (moment: number | undefined): void => {
    if (moment === undefined || moment <= Date.now()) return setProblem(text('writing.inThePast'))
    if (isBusy.current) return
    isBusy.current = true
    setProblem(undefined)
    choose(moment, note.trim())
      .then(close, (error) => setProblem(problemText(error)))
      .finally(() => (isBusy.current = false))
  }
  return (
    <Dialog title={title} onClose={close}>
      {hasNote && (
        <label class="field">
          <span class="label">{text('writing.reminderNote')}</span>
          <input
            class="input"
            maxLength={state().server.max_reminder_note_length}
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </label>
      )}
      <ul class="moments">
        {usualMoments(Date.now()).map(({ label, at }) => (
          <li key={label}>
            <button type="button" onClick={() => pick(at)}>
              <span>{label}</span>
              <span class="moment-when">{momentName(at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        class="own-moment"
        onSubmit={(event) => {
          event.preventDefault()
          pick(zonedTime(own, ownZone()))
        }}
      >
        <label class="field">
          <span class="label">{text('writing.ownMoment', { zone: ownZone() })}</span>
          <input
            class="input"
            type="datetime-local"
            value={own}
            onInput={({ currentTarget }) => setOwn(currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          {action}
        </button>
      </form>
      {problem !== undefined && (
        <p class="edit-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
