// Statuses on the wire: the object, the event, and their part of the register state.
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import { userSetting } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { canSeeUser, sightOf } from '../permissions/visibility'
import { noStatus, statuses, type Status } from './repository'

/** Only what is set (reference: components/schemas/UserStatus). */
export function statusObject(organization: Organization, userId: number) {
  const status = statuses(organization).get(userId) ?? noStatus
  const isAway = !userSetting(organization, userId, 'presence_enabled')
  return {
    ...(isAway ? { away: true } : {}),
    ...(status.text === '' ? {} : { status_text: status.text }),
    ...(status.emojiName === '' ? {} : emojiFields(status)),
  }
}

/** `user_status`: of those who have one or are away. */
export const userStatusState: StatePart = {
  types: ['user_status'],
  read({ organization, viewer }) {
    const all: Record<number, object> = {}
    if (!viewer) return { user_status: all }
    const sees = sightOf(organization, viewer)
    const known = statuses(organization)
    for (const user of directory(organization).all) {
      const hasStatus = known.has(user.id) || !userSetting(organization, user.id, 'presence_enabled')
      if (hasStatus && sees(user)) all[user.id] = statusObject(organization, user.id)
    }
    return { user_status: all }
  },
}

/** What of a status a person changes; undefined stays. */
export interface StatusChange {
  text?: string
  emoji?: Pick<Status, 'emojiName' | 'emojiCode' | 'reactionType'>
}

/** `user_status`: what has changed, to all who see the person. */
export function statusChangedEvent(
  organization: Organization,
  user: User,
  change: StatusChange,
): ServerEvent {
  const { text, emoji } = change
  return statusEvent(organization, user, {
    ...(text === undefined ? {} : { status_text: text }),
    ...(emoji === undefined ? {} : emojiFields(emoji)),
  })
}

/** `user_status` of somebody who hides their presence or shows it again: the old word for that is away. */
export function awayEvent(organization: Organization, user: User, away: boolean): ServerEvent {
  return statusEvent(organization, user, { away })
}

/** `user_status` of somebody who came into a guest's sight; undefined if there is nothing to say. */
export function statusSeenEvent(
  organization: Organization,
  user: User,
  viewerId: number,
): ServerEvent | undefined {
  const status = statusObject(organization, user.id)
  if (Object.keys(status).length === 0) return undefined
  return { type: 'user_status', audience: [viewerId], payload: () => ({ user_id: user.id, ...status }) }
}

function statusEvent(organization: Organization, user: User, fields: object): ServerEvent {
  const { byId } = directory(organization)
  return {
    type: 'user_status',
    audience: 'everyone',
    accepts: (queue) => canSeeUser(organization, byId.get(queue.userId), user),
    payload: () => ({ user_id: user.id, ...fields }),
  }
}

function emojiFields({ emojiName, emojiCode, reactionType }: NonNullable<StatusChange['emoji']>) {
  return { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType || 'unicode_emoji' }
}
