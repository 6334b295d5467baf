// The realm_user events: who gets them, and what is in them for each viewer (reference: events/realm_user.*).
import type { Audience, ServerEvent, ViewedEvent } from '../events/event'
import type { QueueProfile } from '../events/queue'
import type { Organization } from '../organization/organization'
import { directory, type User } from '../users/repository'
import { canSeeUser } from '../permissions/visibility'
import {
  apiEmail,
  avatarUrl,
  mediumAvatarUrl,
  profileData,
  seesEmail,
  unknownUser,
  userObject,
  userView,
  type UserView,
} from '../users/wire'

/** `realm_user` `add`. To guests out of whose sight the person is, an unknown user, unless they can do without. */
export function userAddedEvent(
  organization: Organization,
  user: User,
  audience: Audience = 'everyone',
): ViewedEvent<UserView | 'unknown' | 'nothing'> {
  return {
    type: 'realm_user',
    audience,
    view(queue) {
      const { options } = queue
      const viewer = viewerOf(organization, queue)
      if (!canSeeUser(organization, viewer, user)) return options.userListIncomplete ? 'nothing' : 'unknown'
      return userView(user, {
        viewer,
        clientGravatar: options.clientGravatar,
        avatarUrlOptional: options.userAvatarUrlFieldOptional,
      })
    },
    payload(view) {
      if (view === 'nothing') return null
      if (view === 'unknown') {
        return { op: 'add', person: { ...unknownUser(organization, user), is_active: true } }
      }
      return {
        op: 'add',
        person: { ...userObject(organization, user, view), ...profileData(organization, user) },
      }
    },
  }
}

/** `realm_user` `remove`: the person is out of that guest's sight. */
export function userRemovedEvent(user: User, viewerId: number): ServerEvent {
  return {
    type: 'realm_user',
    audience: [viewerId],
    payload: () => ({ op: 'remove', person: { user_id: user.id, full_name: user.fullName } }),
  }
}

/** What a `realm_user` `update` says of a person beside their ID; one of the reference's forms at a time. */
export type PersonChange =
  | { full_name: string }
  | { role: number }
  | { is_active: boolean }
  | { new_email: string }
  | { email: string; timezone: string }
  | { bot_owner_id: number | null }
  | { custom_profile_field: { id: number; value: string | null; rendered_value?: string } }

/** `realm_user` `update`, to all who see the person. */
export function userChangedEvent(organization: Organization, user: User, change: PersonChange): ServerEvent {
  return {
    type: 'realm_user',
    audience: 'everyone',
    accepts: (queue) => canSeeUser(organization, viewerOf(organization, queue), user),
    payload: () => ({ op: 'update', person: { user_id: user.id, ...change } }),
  }
}

/**
 * `realm_user` `update` of the real address as each viewer sees it.
 * @param audience those for whom it changes
 */
export function deliveryEmailEvent(
  organization: Organization,
  user: User,
  audience: Audience,
): ViewedEvent<boolean> {
  return {
    type: 'realm_user',
    audience,
    accepts: (queue) => canSeeUser(organization, viewerOf(organization, queue), user),
    view: (queue) => seesEmail(viewerOf(organization, queue), user),
    payload: (sees) => ({
      op: 'update',
      person: { user_id: user.id, delivery_email: sees ? user.email : null },
    }),
  }
}

/** `realm_user` `update` of the picture, which for a gravatar follows from the address. */
export function avatarEvent(
  organization: Organization,
  user: User,
  audience: Audience = 'everyone',
): ViewedEvent<UserView> {
  return {
    type: 'realm_user',
    audience,
    accepts: (queue) => canSeeUser(organization, viewerOf(organization, queue), user),
    view: (queue) =>
      userView(user, {
        viewer: viewerOf(organization, queue),
        clientGravatar: queue.options.clientGravatar,
      }),
    payload(view) {
      const person = {
        user_id: user.id,
        avatar_source: user.avatarSource,
        avatar_url: avatarUrl(user, view),
        avatar_url_medium: mediumAvatarUrl(user, view),
        avatar_version: user.avatarVersion,
      }
      return { op: 'update', person }
    },
  }
}

/** `realm_user` `update` of the address clients use, if that is another now. */
export function apiEmailEvents(organization: Organization, before: User, after: User): ServerEvent[] {
  const email = apiEmail(organization, after)
  if (email === apiEmail(organization, before)) return []
  return [userChangedEvent(organization, after, { new_email: email })]
}

function viewerOf(organization: Organization, { userId }: QueueProfile): User | undefined {
  return directory(organization).byId.get(userId)
}
