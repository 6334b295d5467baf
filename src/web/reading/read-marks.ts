// What was seen becomes read: collected while scrolling, told to the server in batches, shown at once.
import { call } from '../api/call'
import { changeState, onEvent, state } from '../live/state'
import { signal } from '@preact/signals'
import { apply } from '../store/state'

/** How long seen messages are collected, in milliseconds, and how many go at once. */
const pause = 600
const most = 500

const seen = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Whoever marks messages as unread wants them to stay so, until a conversation is opened again. */
export const keepsUnread = signal(false)

onEvent(({ type, flag, op }) => {
  if (type === 'update_message_flags' && flag === 'read' && op === 'remove') keepsUnread.value = true
})

/** Whether somebody looks at the page now. */
export function isWatched(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

/** Whether scrolling marks as read there. @param isConversation whether it is one conversation alone */
export function marksOnScroll(isConversation: boolean): boolean {
  const policy = state().userSettings.web_mark_read_on_scroll_policy
  return policy === 1 || (policy === 2 && isConversation)
}

/** Says that messages were seen; those that are read already are passed over. */
export function markRead(ids: Iterable<number>): void {
  const { messages } = state()
  const unread = [...ids].filter((id) => messages.get(id)?.flags.includes('read') === false)
  if (unread.length === 0) return
  for (const id of unread) seen.add(id)
  const event = { type: 'update_message_flags', op: 'add', flag: 'read', messages: unread, all: false }
  changeState((before) => apply(before, event, Date.now()))
  timer ??= setTimeout(() => void send(), pause)
}

async function send(): Promise<void> {
  const ids = [...seen].slice(0, most)
  try {
    await call('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'read' }, { keepalive: true })
    for (const id of ids) seen.delete(id)
  } catch {
    // They stay in the list; what can't be reached now is told with the next ones, or when the network is back.
    await new Promise((resolve) => setTimeout(resolve, pause * 5))
  }
  timer = seen.size > 0 ? setTimeout(() => void send(), pause) : undefined
}
