// Telling others that one is typing, or changing a message: at most every few seconds, and once when it is over.
import { call } from '../api/call'
import { state } from '../live/state'
import type { Message } from '../store/messages'
import { destinationKey, type Destination } from './destination'

/** What is typed: its key, and how others are told. */
interface Typed {
  readonly key: string
  /** @returns the call that says so; undefined where it is not for others to know */
  call(): { readonly path: string; readonly parameters: Record<string, unknown> } | undefined
}

interface Told {
  typed: Typed
  at: number
  timer: ReturnType<typeof setTimeout>
}

let told: Told | undefined

/** To be called at each change of the text. */
export function typesTo(to: Destination): void {
  types({ key: destinationKey(to), call: () => messageCall(to) })
}

/** To be called at each change of a text that is being edited. */
export function typesIn(message: Message): void {
  types({ key: `edit ${String(message.id)}`, call: () => editCall(message) })
}

function types(typed: Typed): void {
  const {
    server_typing_started_wait_period_milliseconds: again,
    server_typing_stopped_wait_period_milliseconds: idle,
  } = state().server
  if (told && told.typed.key !== typed.key) stopsTyping()
  const isNews = !told || Date.now() - told.at >= again
  clearTimeout(told?.timer)
  if (isNews && !tell('start', typed)) return
  told = {
    typed,
    at: isNews || !told ? Date.now() : told.at,
    timer: setTimeout(stopsTyping, idle),
  }
}

/** To be called when the text is sent, thrown away or left. */
export function stopsTyping(): void {
  if (!told) return
  clearTimeout(told.timer)
  const { typed } = told
  told = undefined
  tell('stop', typed)
}

/** @returns whether it is for others to know */
function tell(op: 'start' | 'stop', typed: Typed): boolean {
  const saying = typed.call()
  if (!saying) return false
  // Nothing depends on it: whoever can't be told is not told.
  call('POST', saying.path, { op, ...saying.parameters }, { keepalive: true }).catch(() => undefined)
  return true
}

function messageCall(to: Destination): ReturnType<Typed['call']> {
  const { user_id: me } = state().ownUser
  if (to.type === 'stream') {
    const { stream_id, topic } = to
    if (stream_id === undefined || !isSeenTyping('stream')) return undefined
    return { path: '/typing', parameters: { type: 'stream', stream_id, topic } }
  }
  if (!isSeenTyping('private') || to.user_ids.every((id) => id === me)) return undefined
  return { path: '/typing', parameters: { type: 'direct', to: [...to.user_ids] } }
}

/** Messages of others, such as bots of one's own, are changed unseen. */
function editCall({ id, type, sender_id }: Message): ReturnType<Typed['call']> {
  if (sender_id !== state().ownUser.user_id || !isSeenTyping(type)) return undefined
  return { path: `/messages/${String(id)}/typing`, parameters: {} }
}

function isSeenTyping(type: 'stream' | 'private'): boolean {
  const { send_private_typing_notifications: direct, send_stream_typing_notifications: inChannels } =
    state().userSettings
  return type === 'stream' ? inChannels : direct
}
