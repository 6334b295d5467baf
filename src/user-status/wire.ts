// Statuses on the wire: the object, the event, and their part of the register state.
import { wireReactionType } from '../emoji/reaction-type'
import type { ViewedEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import { userSetting } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { canSeeUser, sightOf } from '../permissions/visibility'
import { noStatus, statuses, type Status } from './repository'

/** Only what is set (reference: components/schemas/UserStatus). */
export function statusObject(organization: Organization, userId: number, publicNames: boolean) {
  const status = statuses(organization).get(userId) ?? noStatus
  const isAway = !userSetting(organization, userId, 'presence_enabled')
  return {
    ...(isAway ? { away: true } : {}),
    ...(status.text === '' ? {} : { status_text: status.text }),
    ...(status.emojiName === '' ? {} : emojiFields(status, publicNames)),
  }
}

/** `user_status`: of those who have one or are away. */
export const userStatusState: StatePart = {
  types: ['user_status'],
  read({ organization, viewer, options }) {
    const all: Record<number, object> = {}
    if (!viewer) return { user_status: all }
    const sees = sightOf(organization, viewer)
    const known = statuses(organization)
    for (const user of directory(organization).all) {
      const hasStatus = known.has(user.id) || !userSetting(organization, user.id, 'presence_enabled')
      if (hasStatus && sees(user)) all[user.id] = statusObject(organization, user.id, options.publicNames)
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
): ViewedEvent<boolean> {
  const { text, emoji } = change
  return statusEvent(organization, user, (publicNames) => ({
    ...(text === undefined ? {} : { status_text: text }),
    ...(emoji === undefined ? {} : emojiFields(emoji, publicNames)),
  }))
}

/** `user_status` of somebody who hides their presence or shows it again: the old word for that is away. */
export function awayEvent(organization: Organization, user: User, away: boolean): ViewedEvent<boolean> {
  return statusEvent(organization, user, () => ({ away }))
}

/** `user_status` of somebody who came into a guest's sight; undefined if there is nothing to say. */
export function statusSeenEvent(
  organization: Organization,
  user: User,
  viewerId: number,
): ViewedEvent<boolean> | undefined {
  const fields = (publicNames: boolean) => statusObject(organization, user.id, publicNames)
  if (Object.keys(fields(false)).length === 0) return undefined
  return {
    type: 'user_status',
    audience: [viewerId],
    view: ({ options }) => options.publicNames,
    payload: (publicNames) => ({ user_id: user.id, ...fields(publicNames) }),
  }
}

function statusEvent(
  organization: Organization,
  user: User,
  fields: (publicNames: boolean) => object,
): ViewedEvent<boolean> {
  const { byId } = directory(organization)
  return {
    type: 'user_status',
    audience: 'everyone',
    accepts: (queue) => canSeeUser(organization, byId.get(queue.userId), user),
    view: ({ options }) => options.publicNames,
    payload: (publicNames) => ({ user_id: user.id, ...fields(publicNames) }),
  }
}

function emojiFields(
  { emojiName, emojiCode, reactionType }: NonNullable<StatusChange['emoji']>,
  publicNames: boolean,
) {
  const kind = wireReactionType(reactionType || 'unicode_emoji', publicNames)
  return { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: kind }
}
