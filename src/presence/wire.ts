// Presence on the wire: its modern and legacy formats, the event, and its part of the register state (contract 2.6).
import { emit, type Audience, type ViewedEvent } from '../events/event'
import type { StatePart } from '../events/state'
import { JsonText } from '../http/envelope'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { asOfNow, directory, type User } from '../users/repository'
import { apiEmail, standInEmail } from '../users/wire'
import { canSeeUser, seesEverybody, sightOf } from '../permissions/visibility'
import { offlineThresholdSeconds, presenceBoard, type PresenceRecord } from './board'
import { keptReady, type ReadyText } from './ready-text'
import {
  latestUpdateId,
  limitsPresence,
  rangeOf,
  visiblePresence,
  type PresenceQuery,
  type VisiblePresence,
} from './visible'

/** By user ID, for clients that know `last_update_id` or `slim_presence`. */
export function modernPresence({ record: { activeAt, connectedAt }, user }: VisiblePresence) {
  // Clients expect both times. Whoever was only ever seen idle was there when they joined, but is not there now.
  const longAgo = Math.min(user.dateJoined, connectedAt - offlineThresholdSeconds - 1)
  return { active_timestamp: activeAt ?? longAgo, idle_timestamp: connectedAt }
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

/** One of the two formats of `presences`, as JSON. */
export interface PresenceFormat {
  /** A person's field: its name, as somebody of limited sight may be shown it too, and its value. */
  field(organization: Organization, visible: VisiblePresence, isSeen: boolean): string
  /** Everybody's fields, kept ready for all who see everybody. */
  ready(organization: Organization): ReadyText
  /** Whether what a guest of limited sight gets differs from what others get. */
  dependsOnSight(organization: Organization): boolean
}

/** By user ID. */
export const modernFormat: PresenceFormat = {
  field: (_, visible) => `"${visible.record.userId}":${JSON.stringify(modernPresence(visible))}`,
  ready: keptReady((organization, visible) => modernFormat.field(organization, visible, true)),
  dependsOnSight: limitsPresence,
}

/** By the address clients use. */
export const legacyFormat: PresenceFormat = {
  field(organization, { record, user }, isSeen) {
    const address = isSeen ? apiEmail(organization, user) : standInEmail(organization, user.id)
    return `${JSON.stringify(address)}:${JSON.stringify(legacyPresence(record))}`
  },
  ready: keptReady((organization, visible) => legacyFormat.field(organization, visible, true)),
  dependsOnSight: () => true,
}

/** Presence of all the viewer may know of: JSON fields in UTF-8, without braces, to be used at once. */
export function presencesBytes(
  organization: Organization,
  viewer: User | undefined,
  format: PresenceFormat,
  query: PresenceQuery,
): Uint8Array {
  const sees = sightOf(organization, viewer)
  if (viewer && !settings(organization).presence_disabled) {
    const { since, oldest } = rangeOf(organization, query)
    const isForAll = sees === seesEverybody || !format.dependsOnSight(organization)
    const bytes = isForAll ? format.ready(organization).since(since, oldest) : undefined
    if (bytes) return bytes
  }
  const fields = Array.from(visiblePresence(organization, viewer, query), (visible) =>
    format.field(organization, visible, sees(visible.user)),
  )
  return Buffer.from(fields.join(','))
}

/** `presences` and what goes with them. */
export const presenceState: StatePart = {
  types: ['presence'],
  read({ organization, viewer, options, presenceHistoryLimitDays }) {
    const query = { since: undefined, historyLimitDays: presenceHistoryLimitDays }
    const format = options.slimPresence ? modernFormat : legacyFormat
    // Copied, since the answer may be written in a later turn.
    const fields = Buffer.from(presencesBytes(organization, viewer, format, query))
    return {
      presences: new JsonText('{', fields, '}'),
      presence_last_update_id: latestUpdateId(organization) ?? -1,
      server_timestamp: organization.clock.now() / 1000,
    }
  },
}

/** Tells all who may know of it that somebody is there, or has gone into hiding. */
export function tellPresence(tx: Transaction, user: User, record: PresenceRecord): void {
  emit(tx, presenceEvent(tx.organization, user, record, 'everyone'))
}

/** Tells a guest of the presence of somebody who came into their sight or went out of it, as far as they may know. */
export function tellPresenceTo(tx: Transaction, viewerId: number, user: User): void {
  const record = user.isActive ? presenceBoard(tx.organization).get(user.id) : undefined
  if (!record || settings(tx.organization).presence_disabled) return
  emit(tx, presenceEvent(tx.organization, user, record, [viewerId]))
}

/** `presence`, in the modern format for clients that declare `simplified_presence_events`. */
function presenceEvent(
  organization: Organization,
  user: User,
  record: PresenceRecord,
  audience: Audience,
): ViewedEvent<'modern' | 'legacy' | 'legacy, unknown'> {
  const { byId } = directory(organization)
  const seenBy = ({ userId }: { userId: number }) => canSeeUser(organization, byId.get(userId), user)
  const isLimited = limitsPresence(organization)
  return {
    type: 'presence',
    audience,
    accepts: (queue) => !isLimited || seenBy(queue),
    view(queue) {
      if (queue.options.simplifiedPresenceEvents) return 'modern'
      return seenBy(queue) ? 'legacy' : 'legacy, unknown'
    },
    payload(view) {
      if (view === 'modern') return { presences: { [user.id]: modernPresence({ record, user }) } }
      return {
        user_id: user.id,
        // The address may have changed together with the presence.
        email:
          view === 'legacy'
            ? apiEmail(organization, asOfNow(organization, user))
            : standInEmail(organization, user.id),
        server_timestamp: organization.clock.now() / 1000,
        presence: { website: legacyPresence(record).website },
      }
    },
  }
}
