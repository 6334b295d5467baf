// People on the wire: user objects, the realm_user events, and their part of the register state.
import type { Organization } from '../organization/organization'
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/initial-state'
import { directory, type User } from './repository'

/** Who looks, and what they asked for. */
export interface UserView {
  viewer: User | undefined
  clientGravatar: boolean
}

/** The address clients use for this person: real where everyone may see it, else a stand-in. */
export function apiEmail(organization: Organization, user: User): string {
  if (user.emailAddressVisibility === 1 || user.botType !== null) return user.email
  return `user${user.id}@${organization.subdomain || 'root'}.confab.invalid`
}

/** Whether the viewer may see the person's real address. */
export function seesEmail(viewer: User | undefined, user: User): boolean {
  if (!viewer) return false
  if (viewer.id === user.id || user.botType !== null) return true
  const highestRole = [0, 600, 400, 200, 0, 300][user.emailAddressVisibility] ?? 0
  return viewer.role <= highestRole
}

/** Where a person's picture is; null when the client is to compute the gravatar itself (contract 2.2). */
export function avatarUrl(user: User, { viewer, clientGravatar }: UserView): string | null {
  if (user.avatarSource === 'U') return `/user_avatars/${user.id}.png?v=${user.avatarVersion}`
  if (clientGravatar && seesEmail(viewer, user)) return null
  const hash = new Bun.CryptoHasher('md5').update(user.email.trim().toLowerCase()).digest('hex')
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatarVersion}`
}

/** A user object (reference: components/schemas/User). */
export function userObject(organization: Organization, user: User, view: UserView) {
  return {
    user_id: user.id,
    delivery_email: seesEmail(view.viewer, user) ? user.email : null,
    email: apiEmail(organization, user),
    full_name: user.fullName,
    date_joined: new Date(user.dateJoined * 1000).toISOString().replace('.000Z', '+00:00'),
    is_active: user.isActive,
    is_owner: user.role === 100,
    is_admin: user.role <= 200,
    is_moderator: user.role <= 300,
    is_guest: user.role === 600,
    is_bot: user.botType !== null,
    role: user.role,
    ...(user.botType === null ? {} : { bot_type: user.botType, bot_owner_id: user.botOwnerId }),
    timezone: user.timezone,
    avatar_url: avatarUrl(user, view),
    avatar_version: user.avatarVersion,
  }
}

/** `realm_users` and `realm_non_active_users`. */
const realmUsers: StatePart = {
  types: ['realm_user'],
  read({ organization, viewer, options }) {
    const view = { viewer, clientGravatar: options.clientGravatar }
    const all = directory(organization).all.filter((user) => !user.isSystemBot)
    return {
      realm_users: all.filter((user) => user.isActive).map((user) => userObject(organization, user, view)),
      realm_non_active_users: all
        .filter((user) => !user.isActive)
        .map((user) => userObject(organization, user, view)),
    }
  },
}

export const usersState: readonly StatePart[] = [realmUsers]

/** `realm_user` `add`. */
export function userAddedEvent(organization: Organization, user: User): ServerEvent {
  return {
    type: 'realm_user',
    audience: 'everyone',
    variants: ['clientGravatar'],
    viewerVariant: ({ userId }) => String(seesEmail(directory(organization).byId.get(userId), user)),
    payload: ({ clientGravatar }, { userId }) => ({
      op: 'add',
      person: userObject(organization, user, {
        viewer: directory(organization).byId.get(userId),
        clientGravatar,
      }),
    }),
  }
}
