// Names and IDs of what the reader knows, for searches that are typed.
import { state } from '../live/state'
import { channelNamed, nameOf, usersNamed } from '../store/names'
import type { Directory } from './search-language'

export function directory(): Directory {
  const known = state()
  return {
    channelNamed: (name) => channelNamed(known, name)?.stream_id,
    channelName: (id) => known.channels.get(id)?.name,
    peopleNamed: (name) => usersNamed(known, name).map(({ user_id: id }) => id),
    personName: (id) => nameOf(known, id),
    me: known.ownUser.user_id,
  }
}
