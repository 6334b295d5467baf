// What happens before that is there which tells of messages: it is loaded after the first view.
import { onEvent } from '../live/state'
import type { ServerEvent } from '../store/events'

/** More than so many events are not told of afterwards. */
const most = 100

let events: readonly ServerEvent[] = []
const stop = onEvent((event) => (events = [...events, event].slice(-most)))

/** What has happened so far; whoever asks sees to the rest. */
export function takeMeanwhile(): readonly ServerEvent[] {
  stop()
  const taken = events
  events = []
  return taken
}
