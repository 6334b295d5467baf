// Presence: when people were last seen, and last at their device (contract 2.6, modern format).
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isEqual } from './records'
import { isFields, isNumber, orElse, shape, type Checked, type Fields } from './shapes'

/** UNIX seconds: when they last did something at a device, and when a device of theirs was last heard of. */
const isPresence = shape({ active_timestamp: isNumber, idle_timestamp: isNumber })
export type Presence = Checked<typeof isPresence>

export interface Presences {
  readonly byUserId: IdMap<Presence>
  /** What the next call for presence names, so that it is told only what is new; -1 before the first. */
  readonly presence_last_update_id: number
  /** UNIX seconds: the server's clock when it last said something of presence. */
  readonly server_timestamp: number
}

export function presencesFrom(register: Fields): Presences {
  return {
    byUserId: IdMap.from(presencesIn(register['presences'])),
    presence_last_update_id: orElse(isNumber, register['presence_last_update_id'], -1),
    server_timestamp: orElse(isNumber, register['server_timestamp'], 0),
  }
}

/** With what `POST /users/me/presence` answered. */
export function presencesWith(presences: Presences, answer: Fields): Presences {
  const { presence_last_update_id, server_timestamp } = presences
  return {
    byUserId: withNew(presences.byUserId, answer['presences']),
    presence_last_update_id: orElse(isNumber, answer['presence_last_update_id'], presence_last_update_id),
    server_timestamp: orElse(isNumber, answer['server_timestamp'], server_timestamp),
  }
}

/**
 * `presence`; and who comes, goes, is deactivated, or all of them where the organization shows none. What it is from then
 * on is not told: clients ask every minute.
 */
export function presencesAfter(presences: Presences, event: ServerEvent): Presences {
  const byUserId = after(presences.byUserId, event)
  return byUserId === presences.byUserId ? presences : { ...presences, byUserId }
}

function after(byUserId: IdMap<Presence>, event: ServerEvent): IdMap<Presence> {
  const { type, op, person, data } = event
  if (type === 'presence') return withNew(byUserId, event['presences'])
  if (type === 'realm') return isFields(data) && data['presence_disabled'] === true ? IdMap.none : byUserId
  if (type !== 'realm_user' || !isFields(person) || !isNumber(person['user_id'])) return byUserId
  return op !== 'update' || 'is_active' in person ? byUserId.without(person['user_id']) : byUserId
}

function withNew(byUserId: IdMap<Presence>, value: unknown): IdMap<Presence> {
  return byUserId.withAll(presencesIn(value).filter(([id, now]) => !isEqual(byUserId.get(id), now)))
}

function presencesIn(value: unknown): [number, Presence][] {
  return Object.entries(orElse(isFields, value, {})).flatMap(([id, presence]): [number, Presence][] =>
    isPresence(presence) ? [[Number(id), presence]] : [],
  )
}
