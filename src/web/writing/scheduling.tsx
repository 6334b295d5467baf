// Sending later: the server keeps the message until then.
import { call } from '../api/call'
import { showDialog } from '../parts/dialogs'
import { showLoaded } from '../parts/loaded-dialog'
import { toast, toastProblem } from '../parts/toasts'
import { text } from '../texts/text'
import type { ComposeBox } from './compose-box'
import { addressParameters } from './destination'
import { momentName } from './moments'

/** Asks when what stands in the box is to be sent. */
export function showScheduleDialog(compose: ComposeBox): void {
  if (compose.obstacle.peek() !== undefined) return compose.box.focus()
  showLoaded(
    () => import('./later-dialog'),
    ({ LaterDialog }) =>
      showDialog((close) => (
        <LaterDialog
          title={text('writing.sendLater')}
          action={text('writing.schedule')}
          close={close}
          choose={(moment) => schedule(compose, moment)}
        />
      )),
  )
}

/** @throws Problem, Unreachable */
async function schedule({ box, destination }: ComposeBox, moment: number): Promise<void> {
  const content = box.text.peek()
  const { scheduled_message_id: id } = await call('POST', '/scheduled_messages', {
    ...addressParameters(destination.peek()),
    content,
    scheduled_delivery_timestamp: Math.floor(moment / 1000),
  })
  box.put('')
  toast(text('writing.scheduled', { when: momentName(moment) }), {
    action: { label: text('writing.undo'), run: () => void unschedule(String(id), content, box) },
  })
}

/** The message comes back into its box. */
async function unschedule(id: string, content: string, box: ComposeBox['box']): Promise<void> {
  try {
    await call('DELETE', `/scheduled_messages/${id}`)
    const written = box.text.peek()
    box.put(written.trim() === '' ? content : `${content}\n\n${written}`)
    box.focus()
  } catch (error) {
    toastProblem(error)
  }
}
