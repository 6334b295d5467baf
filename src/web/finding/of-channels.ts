// What changes often about a channel, for its row alone: its topics, how much is unread in it, whether the reader is in it.
import { byKey } from '../live/by-key'
import { state } from '../live/state'
import { unreadCounts } from '../store/unread-counts'
import { openChannel, openConversation } from './place'

export const topicsIn = byKey(() => state().topics)

export const countIn = byKey(() => unreadCounts(state()).channels)

/** `itself` where all of the channel is read, `within` where a topic of it is. */
export const placeIn = byKey(() => {
  const open = openChannel.value
  const place = openConversation.value === undefined ? ('itself' as const) : ('within' as const)
  return new Map(open === undefined ? [] : [[open, place]])
})
