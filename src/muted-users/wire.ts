// Muted users on the wire: their event and their part of the register state.
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import { mutesOf } from './repository'

/** `muted_users`. */
export const mutedUsersState: StatePart = {
  types: ['muted_users'],
  read: ({ organization, viewer }) => ({
    muted_users: viewer ? mutedUserObjects(mutesOf(organization, viewer.id)) : [],
  }),
}

/** `muted_users`: all that the person has muted, to all their clients. */
export function mutedUsersEvent(userId: number, mutes: ReadonlyMap<number, number>): ServerEvent {
  return {
    type: 'muted_users',
    audience: [userId],
    payload: () => ({ muted_users: mutedUserObjects(mutes) }),
  }
}

function mutedUserObjects(mutes: ReadonlyMap<number, number>) {
  return [...mutes].map(([id, timestamp]) => ({ id, timestamp }))
}
