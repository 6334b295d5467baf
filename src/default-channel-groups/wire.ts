// Default channel groups on the wire: the object, the event, their part of the register state (reference: DefaultChannelGroup).
import { everyoneButGuests } from '../channels/events'
import { emit, type ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { isGuest } from '../users/rank'
import { allDefaultChannelGroups } from './repository'

function groupObjects(organization: Organization) {
  return allDefaultChannelGroups(organization).map(({ id, name, description, channelIds }) => ({
    id,
    name,
    description,
    streams: channelIds,
  }))
}

/** `realm_default_stream_groups`; guests and spectators do not choose among them and are told none. */
export const defaultChannelGroupsState: StatePart = {
  types: ['default_stream_groups'],
  read: ({ organization, viewer }) => ({
    realm_default_stream_groups: !viewer || isGuest(viewer) ? [] : groupObjects(organization),
  }),
}

/** Tells everyone but guests which groups there are now. */
export function tellGroups(tx: Transaction): void {
  emit(tx, groupsEvent(everyoneButGuests(tx.organization), groupObjects(tx.organization)))
}

/** Tells people who are guests no longer of the groups, and those who are guests now of none. */
export function tellGroupsTo(tx: Transaction, promoted: readonly number[], demoted: readonly number[]): void {
  const groups = groupObjects(tx.organization)
  if (groups.length === 0) return
  if (promoted.length > 0) emit(tx, groupsEvent(promoted, groups))
  if (demoted.length > 0) emit(tx, groupsEvent(demoted, []))
}

/** `default_stream_groups` */
function groupsEvent(audience: readonly number[], groups: readonly object[]): ServerEvent {
  return { type: 'default_stream_groups', audience, payload: () => ({ default_stream_groups: groups }) }
}
