// Being reminded of a message later.
import { call } from '../api/call'
import { showDialog } from '../parts/dialogs'
import { showLoaded } from '../parts/loaded-dialog'
import { toast } from '../parts/toasts'
import type { Message } from '../store/messages'
import { text } from '../texts/text'
import { momentName } from './moments'

/** Asks when, and perhaps why, and has the server remind this person of the message. */
export function showReminderDialog(message: Message): void {
  showLoaded(
    () => import('./later-dialog'),
    ({ LaterDialog }) =>
      showDialog((close) => (
        <LaterDialog
          title={text('writing.remindMe')}
          action={text('writing.remind')}
          hasNote
          close={close}
          choose={(moment, note) => remind(message.id, moment, note)}
        />
      )),
  )
}

/** @throws Problem, Unreachable */
async function remind(messageId: number, moment: number, note: string): Promise<void> {
  const { reminder_id: id } = await call('POST', '/reminders', {
    message_id: messageId,
    scheduled_delivery_timestamp: Math.floor(moment / 1000),
    note,
  })
  toast(text('writing.willRemind', { when: momentName(moment) }), {
    action: {
      label: text('writing.undo'),
      run: () => void call('DELETE', `/reminders/${String(id)}`).catch(() => undefined),
    },
  })
}
