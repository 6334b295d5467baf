// Presence on the wire: its modern and legacy formats, the event, and its part of the register state (contract 2.6).
import { deliver, type ServerEvent } from '../events/event'
import type { StatePart } from '../events/initial-state'
import type { Organization } from '../organization/organization'
import { directory, type User } from '../users/repository'
import { apiEmail, standInEmail } from '../users/wire'
import { canSeeUser, sightOf } from '../users/visibility'
import { offlineThresholdSeconds, type PresenceRecord } from './board'
import { latestUpdateId, visiblePresence, type PresenceQuery } from './visible'

/** By user ID, for clients that know `last_update_id` or `slim_presence`. */
export function modernPresence({ activeAt, connectedAt }: PresenceRecord) {
  return { ...(activeAt === null ? {} : { active_timestamp: activeAt }), idle_timestamp: connectedAt }
}

/** Active if the person was at the device when last heard of, or shortly before; the time goes with that. */
export function statusAndTime({ activeAt, connectedAt }: PresenceRecord) {
  return activeAt !== null && connectedAt - activeAt <= offlineThresholdSeconds
    ? { status: 'active', timestamp: activeAt }
    : { status: 'idle', timestamp: connectedAt }
}

/** One person's presence as older clients know it: two keys with identical data, `pushable` under the first. */
export function legacyPresence(record: PresenceRecord) {
  const aggregated = { client: 'website', ...statusAndTime(record) }
  return { website: { ...aggregated, pushable: false }, aggregated }
}

/** Presence of all the viewer may know of, by user ID as JSON text: there can be thousands of entries. */
export function modernPresencesText(
  organization: Organization,
  viewer: User | undefined,
  query: PresenceQuery,
): string {
  let text = ''
  for (const { record } of visiblePresence(organization, viewer, query)) {
    const active = record.activeAt === null ? '' : `"active_timestamp":${record.activeAt},`
    text += `${text === '' ? '' : ','}"${record.userId}":{${active}"idle_timestamp":${record.connectedAt}}`
  }
  return `{${text}}`
}

/** Presence of all the viewer may know of, by the address clients use. */
export function legacyPresences(organization: Organization, viewer: User | undefined, query: PresenceQuery) {
  const sees = sightOf(organization, viewer)
  const presences: Record<string, object> = {}
  for (const { record, user } of visiblePresence(organization, viewer, query)) {
    presences[sees(user) ? apiEmail(organization, user) : standInEmail(organization, user.id)] =
      legacyPresence(record)
  }
  return presences
}

/** `presences` and what goes with them. */
export const presenceState: StatePart = {
  types: ['presence'],
  read({ organization, viewer, options, presenceHistoryLimitDays }) {
    const query = { since: undefined, historyLimitDays: presenceHistoryLimitDays }
    const isModern = options.slimPresence
    return {
      presences: isModern
        ? modernPresences(organization, viewer, query)
        : legacyPresences(organization, viewer, query),
      presence_last_update_id: latestUpdateId(organization) ?? -1,
      server_timestamp: organization.clock.now() / 1000,
    }
  },
}

function modernPresences(organization: Organization, viewer: User | undefined, query: PresenceQuery) {
  const presences: Record<number, object> = {}
  for (const { record } of visiblePresence(organization, viewer, query)) {
    presences[record.userId] = modernPresence(record)
  }
  return presences
}

/** Tells all who may know of it that somebody is there, or has gone into hiding. */
export function tellPresence(organization: Organization, user: User, record: PresenceRecord): void {
  deliver(organization, presenceEvent(organization, user, record))
}

/** `presence`, in the modern format for clients that declare `simplified_presence_events`. */
function presenceEvent(organization: Organization, user: User, record: PresenceRecord): ServerEvent {
  const { byId } = directory(organization)
  const seenBy = ({ userId }: { userId: number }) => canSeeUser(organization, byId.get(userId), user)
  const isLimited = organization.rules.canAccessAllUsersGroupLimitsPresence
  return {
    type: 'presence',
    audience: 'everyone',
    accepts: (queue) => !isLimited || seenBy(queue),
    variants: ['simplifiedPresenceEvents'],
    viewerVariant: (queue) => String(queue.options.simplifiedPresenceEvents || seenBy(queue)),
    payload({ simplifiedPresenceEvents }, queue) {
      if (simplifiedPresenceEvents) return { presences: { [user.id]: modernPresence(record) } }
      return {
        user_id: user.id,
        email: seenBy(queue) ? apiEmail(organization, user) : standInEmail(organization, user.id),
        server_timestamp: organization.clock.now() / 1000,
        presence: { website: legacyPresence(record).website },
      }
    },
  }
}
