// Marking conversations as read from outside of them, with a way back.
import { call } from '../api/call'
import { toast, toastProblem } from '../parts/toasts'
import { text } from '../texts/text'

/** How many a call may name, far below what the server takes in one. */
const batch = 1000

/** @param ids of unread messages */
export function markAsRead(ids: readonly number[]): void {
  void mark(ids, 'add')
    .then(() =>
      toast(text('finding.markedRead', { count: ids.length }), {
        action: { label: text('finding.undo'), run: () => void mark(ids, 'remove').catch(toastProblem) },
      }),
    )
    .catch(toastProblem)
}

async function mark(ids: readonly number[], op: 'add' | 'remove'): Promise<void> {
  for (let from = 0; from < ids.length; from += batch)
    await call('POST', '/messages/flags', { op, flag: 'read', messages: ids.slice(from, from + batch) })
}
