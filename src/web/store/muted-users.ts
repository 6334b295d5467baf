// Muted people: whom somebody does not want to hear of.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isEqual } from './records'
import { isNumber, listOf, shape, type Fields } from './shapes'

const isMute = shape({ id: isNumber, timestamp: isNumber })

/** When each was muted, in UNIX seconds, by user ID. */
export type MutedUsers = IdMap<number>

export function mutedUsersFrom(register: Fields): MutedUsers {
  return mutes(register['muted_users'])
}

/** `muted_users`: all that there are now. */
export function mutedUsersAfter(muted: MutedUsers, event: ServerEvent): MutedUsers {
  if (event.type !== 'muted_users') return muted
  const now = mutes(event['muted_users'])
  return isEqual([...muted], [...now]) ? muted : now
}

function mutes(value: unknown): MutedUsers {
  return IdMap.from(listOf(isMute, value).map(({ id, timestamp }) => [id, timestamp]))
}
