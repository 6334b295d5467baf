// Tells the moderators of a message.
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { toast } from '../parts/toasts'
import type { Message } from '../store/messages'
import { text, type TextKey } from '../texts/text'
import { attempt } from './calls'

const reasons: readonly { value: string; label: TextKey }[] = [
  { value: 'spam', label: 'acting.reportSpam' },
  { value: 'harassment', label: 'acting.reportHarassment' },
  { value: 'inappropriate', label: 'acting.reportInappropriate' },
  { value: 'norms', label: 'acting.reportNorms' },
  { value: 'other', label: 'acting.reportOther' },
]
const longest = 1000

export function showReportDialog(message: Message): void {
  showDialog((close) => <ReportDialog message={message} onClose={close} />)
}

function ReportDialog({ message, onClose }: { message: Message; onClose(): void }) {
  const [reason, setReason] = useState('spam')
  const [description, setDescription] = useState('')
  const send = async (): Promise<void> => {
    const parameters = { report_type: reason, description: description.trim() }
    if (!(await attempt('POST', `/messages/${String(message.id)}/report`, parameters))) return
    toast(text('acting.reported'))
    onClose()
  }
  return (
    <Dialog
      title={text('acting.report')}
      onClose={onClose}
      actions={
        <button type="submit" form="report" class="button">
          {text('acting.sendReport')}
        </button>
      }
    >
      <form
        id="report"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p>{text('acting.reportExplained')}</p>
        <fieldset class="choices">
          <legend class="label">{text('acting.reportReason')}</legend>
          {reasons.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="reason"
                value={value}
                checked={reason === value}
                onChange={() => setReason(value)}
              />
              {text(label)}
            </label>
          ))}
        </fieldset>
        <div class="field">
          <label for="report-description">{text('acting.reportDescription')}</label>
          <textarea
            id="report-description"
            class="input"
            rows={3}
            maxLength={longest}
            required={reason === 'other'}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        </div>
      </form>
    </Dialog>
  )
}
