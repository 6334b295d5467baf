// Pictures of people and bots: made of a file, replaced, and removed, which leaves what the server draws, or a gravatar.
import { botAvatarUrl, botUpdatedEvent } from '../bots/wire'
import { emit } from '../events/event'
import { squarePicture, type Picture } from '../images/pictures'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { madeOf } from '../pictures/line'
import { forgetPicture, withPictures } from '../pictures/storing'
import { avatarEvent } from '../sight/person-events'
import { asOfNow, updateUser, type User } from '../users/repository'
import { avatarUrl } from '../users/wire'
import { assertMayChange } from './own-account'
import { presentUser } from './profile'

/** In pixels, as clients of the protocol expect. */
const sides = { small: 100, medium: 500 }

/**
 * Gives the caller another picture.
 * @param file PNG, JPEG, GIF or WebP, of up to 5 MiB
 * @returns its address
 * @throws ApiError BAD_REQUEST where the organization has turned that off; BAD_IMAGE, PAYLOAD_TOO_LARGE, RATE_LIMIT_HIT.
 */
export async function replaceOwnAvatar(
  organization: Organization,
  caller: User,
  file: File,
): Promise<string> {
  assertMayChangeAvatar(organization, caller)
  return withPictures(
    organization,
    'person',
    await avatarPictures(organization, caller, file),
    (tx, names) => {
      const user = asOfNow(organization, caller)
      assertMayChangeAvatar(organization, user)
      setAvatar(tx, user, names)
      return ownAvatarUrl(organization, caller)
    },
  )
}

/** Takes the caller's picture away. @returns where the one is that they have then. @throws ApiError BAD_REQUEST where that is turned off */
export function removeOwnAvatar(organization: Organization, caller: User): Promise<string> {
  return organization.write((tx) => {
    const user = asOfNow(organization, caller)
    assertMayChangeAvatar(organization, user)
    if (user.avatar !== null) setAvatar(tx, user, [])
    return ownAvatarUrl(organization, caller)
  })
}

/** What `setAvatar` takes, to be stored by `withPictures`. @throws ApiError BAD_IMAGE, PAYLOAD_TOO_LARGE, RATE_LIMIT_HIT */
export function avatarPictures(
  organization: Organization,
  caller: User,
  file: File,
): Promise<(Picture & { isMedium: boolean })[]> {
  return madeOf(file, organization, caller, async (bytes) => {
    const medium = await squarePicture(bytes, sides.medium)
    const small = await squarePicture(medium.bytes, sides.small)
    return [
      { ...small, isMedium: false },
      { ...medium, isMedium: true },
    ]
  })
}

/**
 * Gives somebody another picture, and tells all who see them.
 * @param names of the small one and the medium one, or none to go back to what everybody has
 */
export function setAvatar(tx: Transaction, user: User, names: readonly string[]): void {
  const { organization } = tx
  const [avatar = null, avatarMedium = null] = names
  for (const name of [user.avatar, user.avatarMedium]) if (name !== null) forgetPicture(tx, name)
  const avatarSource = avatar === null ? 'G' : 'U'
  updateUser(tx, user.id, { avatar, avatarMedium, avatarSource, avatarVersion: user.avatarVersion + 1 })
  const after = presentUser(organization, user.id)
  emit(tx, avatarEvent(organization, after))
  if (after.botType !== null) {
    emit(tx, botUpdatedEvent(organization, after, { avatar_url: botAvatarUrl(after) }))
  }
}

function ownAvatarUrl(organization: Organization, { id }: User): string {
  return avatarUrl(presentUser(organization, id), { seesEmail: true, clientGravatar: false }) ?? ''
}

function assertMayChangeAvatar(organization: Organization, user: User): void {
  assertMayChange(user, settings(organization).avatar_changes_disabled, 'Pictures')
}
