// Telling others that one is typing: at most every few seconds, and once when it is over.
import { call } from '../api/call'
import { state } from '../live/state'
import { destinationKey, type Destination } from './destination'

interface Told {
  to: Destination
  at: number
  timer: ReturnType<typeof setTimeout>
}

let told: Told | undefined

/** To be called at each change of the text. */
export function typesTo(to: Destination): void {
  const {
    server_typing_started_wait_period_milliseconds: again,
    server_typing_stopped_wait_period_milliseconds: idle,
  } = state().server
  if (told && destinationKey(told.to) !== destinationKey(to)) stopsTyping()
  const isNews = !told || Date.now() - told.at >= again
  clearTimeout(told?.timer)
  if (isNews && !tell('start', to)) return
  told = {
    to,
    at: isNews || !told ? Date.now() : told.at,
    timer: setTimeout(stopsTyping, idle),
  }
}

/** To be called when the text is sent, thrown away or left. */
export function stopsTyping(): void {
  if (!told) return
  clearTimeout(told.timer)
  const { to } = told
  told = undefined
  tell('stop', to)
}

/** @returns whether it is for others to know */
function tell(op: 'start' | 'stop', to: Destination): boolean {
  const { send_private_typing_notifications: direct, send_stream_typing_notifications: inChannels } =
    state().userSettings
  const { user_id: me } = state().ownUser
  const parameters =
    to.type === 'stream'
      ? to.stream_id !== undefined &&
        inChannels && { type: 'stream', stream_id: to.stream_id, topic: to.topic }
      : direct && to.user_ids.some((id) => id !== me) && { type: 'direct', to: [...to.user_ids] }
  if (parameters === false) return false
  // Nothing depends on it: whoever can't be told is not told.
  call('POST', '/typing', { op, ...parameters }, { keepalive: true }).catch(() => undefined)
  return true
}
