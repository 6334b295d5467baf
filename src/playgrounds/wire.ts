// Code playgrounds on the wire: the object, the event, and their part of the register state (contract 2.7).
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { allPlaygrounds } from './repository'

function playgroundObjects(db: Connection) {
  return allPlaygrounds(db).map(({ id, name, language, urlTemplate }) => ({
    id,
    name,
    pygments_language: language,
    url_template: urlTemplate,
  }))
}

/** `realm_playgrounds`. */
export const playgroundsState: StatePart = {
  types: ['realm_playgrounds'],
  read: ({ organization }) => ({ realm_playgrounds: playgroundObjects(organization.db) }),
}

/** `realm_playgrounds`: all that there are now. */
export function playgroundsEvent(tx: Transaction): ServerEvent {
  const realm_playgrounds = playgroundObjects(tx)
  return { type: 'realm_playgrounds', audience: 'everyone', payload: () => ({ realm_playgrounds }) }
}
