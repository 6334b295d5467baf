// People on the wire: user objects, and who sees which address and picture in them.
import type { Organization } from '../organization/organization'
import { drawnPictureUrl, pictureUrl, unknownAvatar } from '../organization/picture-urls'
import { settings } from '../organization/settings'
import { emailKey, profiles, type ProfileValue, type User } from './repository'
import { isAdministrator, isGuest, isOwner } from './rank'

/** Who looks, and what they asked for. */
export interface UserReader {
  viewer: User | undefined
  clientGravatar: boolean
  /** Whether pictures that can be fetched from /avatar/{user_id} may be left out. */
  avatarUrlOptional?: boolean
}

/** All that decides how a person looks to somebody: to those with the same view they look the same. */
export type UserView = {
  readonly isLoggedIn: boolean
  /** Whether they may know the person's real address. */
  readonly seesEmail: boolean
  readonly clientGravatar: boolean
  readonly avatarUrlOptional: boolean
}

/** How the reader sees the person. */
export function userView(user: User, { viewer, clientGravatar, avatarUrlOptional }: UserReader): UserView {
  return {
    isLoggedIn: viewer !== undefined,
    seesEmail: seesEmail(viewer, user),
    clientGravatar,
    avatarUrlOptional: avatarUrlOptional === true,
  }
}

/** The address clients use for this person: real where everyone may see it, else a stand-in. */
export function apiEmail(organization: Organization, user: User): string {
  if (user.emailAddressVisibility === 1 || user.botType !== null) return user.email
  return standInEmail(organization, user.id)
}

/** `apiEmail` as it is shown to somebody: the public is never shown a real address. */
export function shownEmail(
  organization: Organization,
  user: User,
  { isLoggedIn }: Pick<UserView, 'isLoggedIn'>,
): string {
  return isLoggedIn || user.botType !== null
    ? apiEmail(organization, user)
    : standInEmail(organization, user.id)
}

/** An address that stands for a person in the API and is good for nothing else. */
export function standInEmail(organization: Organization, userId: number): string {
  return `user${userId}@${ownDomain(organization)}`
}

/** The domain of the addresses that the organization gives itself: stand-ins, and those of its bots. */
export function ownDomain(organization: Organization): string {
  return `${organization.subdomain || 'root'}.confab.invalid`
}

/** The ID in a stand-in address; undefined for any other address. */
export function idInStandIn(organization: Organization, email: string): number | undefined {
  const key = emailKey(email)
  const id = Number(/^user(\d{1,15})@/.exec(key)?.[1])
  return key === standInEmail(organization, id) ? id : undefined
}

/** Whether an address is of a domain whose addresses the server gives itself: stand-ins, and those of its bots. */
export function isOwnAddress(email: string): boolean {
  return /[@.]confab\.invalid\.*$/.test(emailKey(email))
}

/** Whether the viewer may see the person's real address. */
export function seesEmail(viewer: User | undefined, user: User): boolean {
  if (user.botType !== null) return true
  if (!viewer) return false
  if (viewer.id === user.id) return true
  return viewer.role <= (highestRoles[user.emailAddressVisibility] ?? 0)
}

/** The highest role that sees an address, by who is to see it. */
const highestRoles: readonly number[] = [0, 600, 400, 200, 0, 300]

/** Where a person's picture is; null when the client is to compute the gravatar itself (contract 2.2). */
export function avatarUrl(user: User, view: Pick<UserView, 'seesEmail' | 'clientGravatar'>): string | null {
  if (user.avatar !== null) return pictureUrl('person', user.avatar)
  if (!user.hasGravatar) return drawnPictureUrl(user.id, 'small')
  if (view.clientGravatar && view.seesEmail) return null
  return gravatar(user, view, '')
}

/** Whether the person's picture follows from their address. */
export function showsGravatar({ avatar, hasGravatar }: User): boolean {
  return avatar === null && hasGravatar
}

/** The same in 500 by 500 pixels, always an address. */
export function mediumAvatarUrl(user: User, view: Pick<UserView, 'seesEmail'>): string {
  if (user.avatarMedium !== null) return pictureUrl('person', user.avatarMedium)
  if (!user.hasGravatar) return drawnPictureUrl(user.id, 'medium')
  return gravatar(user, view, '&s=500')
}

/** From an address the viewer may not see, not even a hash is given away. */
function gravatar(user: User, view: Pick<UserView, 'seesEmail'>, size: string): string {
  const address = view.seesEmail ? user.email.toLowerCase() : `user${user.id}@confab.invalid`
  const hash = md5(user, address)
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=${user.avatarVersion}`
}

/** Every message shows a picture, so the hashes are kept as long as what is known of the person. */
const hashes = new WeakMap<User, Map<string, string>>()

function md5(user: User, address: string): string {
  const known = hashes.get(user) ?? new Map<string, string>()
  hashes.set(user, known)
  const hash = known.get(address) ?? new Bun.CryptoHasher('md5').update(address).digest('hex')
  known.set(address, hash)
  return hash
}

/** A user object (reference: components/schemas/User), without `profile_data`. */
export function userObject(organization: Organization, user: User, view: UserView) {
  return { ...listedUser(organization, user, view), is_active: user.isActive }
}

/** What objects of a person have in all lists. */
export function listedUser(organization: Organization, user: User, view: UserView) {
  const mayOmit = view.avatarUrlOptional && !view.clientGravatar && user.avatarSource === 'G'
  return {
    user_id: user.id,
    delivery_email: view.seesEmail ? user.email : null,
    email: shownEmail(organization, user, view),
    full_name: user.fullName,
    date_joined: timestampText(user.dateJoined),
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.botType !== null,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    role: user.role,
    timezone: user.timezone,
    ...(mayOmit ? {} : { avatar_url: avatarUrl(user, view) }),
    avatar_version: user.avatarVersion,
  }
}

/** One's own user object (reference: get-own-user), with an address for the picture and nothing of what bots have. */
export function ownUserObject(organization: Organization, user: User) {
  const view = userView(user, { viewer: user, clientGravatar: false })
  const { bot_type: _type, bot_owner_id: _owner, ...own } = userObject(organization, user, view)
  return { ...own, ...profileData(organization, user) }
}

/** What a client that can't do without an entry gets for someone out of its sight: only the ID is true. */
export function unknownUser(organization: Organization, user: User) {
  return {
    user_id: user.id,
    delivery_email: null,
    email: standInEmail(organization, user.id),
    full_name: 'Unknown user',
    date_joined: timestampText(settings(organization).date_created),
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: 400,
    timezone: '',
    avatar_url: unknownAvatar,
    avatar_version: 1,
    profile_data: {},
  }
}

/** What the person says in custom profile fields, by field ID; bots say nothing at all (components/schemas/profile_data). */
export function profileData(
  organization: Organization,
  user: User,
): { profile_data?: Readonly<Record<string, ProfileValueObject>> } {
  if (user.botType !== null) return {}
  const said = profiles(organization).get(user.id) ?? []
  return {
    profile_data: Object.fromEntries([...said].map(([id, value]) => [id, profileValueObject(value)])),
  }
}

interface ProfileValueObject {
  value: string
  rendered_value?: string
}

/** One value as clients read it. */
export function profileValueObject({ value, renderedValue }: ProfileValue): ProfileValueObject {
  return renderedValue === null ? { value } : { value, rendered_value: renderedValue }
}

function timestampText(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().replace('.000Z', '+00:00')
}
