// Steps of polls and to-do lists as they are told: JSON in submessages (the protocol's `widget` messages).
import { call } from '../../api/call'
import { toastProblem } from '../../parts/toasts'
import type { Submessage } from '../../store/messages'
import { isFields, type Fields } from '../../store/shapes'

/** What a submessage says; undefined if it is no object. */
export function stepOf({ content }: Pick<Submessage, 'content'>): Fields | undefined {
  try {
    const step: unknown = JSON.parse(content)
    return isFields(step) ? step : undefined
  } catch {
    return undefined
  }
}

/** What the widget was made with, if it is of this kind. */
export function extraDataOf(steps: readonly Submessage[], kind: 'poll' | 'todo'): Fields | undefined {
  const first = steps[0] && stepOf(steps[0])
  const data = first?.['widget_type'] === kind ? first['extra_data'] : undefined
  return isFields(data) ? data : undefined
}

/** Does a step; a note says so where the server refuses it. @returns whether it was done */
export async function doStep(messageId: number, step: Fields): Promise<boolean> {
  try {
    await call('POST', '/submessage', {
      message_id: messageId,
      msg_type: 'widget',
      content: JSON.stringify(step),
    })
    return true
  } catch (error) {
    toastProblem(error)
    return false
  }
}
