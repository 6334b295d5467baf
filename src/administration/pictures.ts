// What administrators can do with the organization's icon and logos: replace them, and go back to ours.
import { record } from '../audit-log/recording'
import { emit } from '../events/event'
import { assertAdministrator } from '../http/roles'
import { pictureWithin, squarePicture, type Picture } from '../images/pictures'
import type { Organization } from '../organization/organization'
import { organizationPicture, type PictureRole } from '../organization/own-pictures'
import { removeStoredValue, storeValue } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { organizationPictureUrl, pictureChangedEvent } from '../organization-settings/pictures'
import { madeOf } from '../pictures/line'
import { forgetPicture, withPictures } from '../pictures/storing'
import { asOfNow, type User } from '../users/repository'

/** In pixels; logos are as wide as they are. */
const iconSide = 256
const logoBox = { width: 1600, height: 200 }

/**
 * Replaces a picture of the organization. The old one is gone with that.
 * @param file PNG, JPEG, GIF or WebP, of up to 5 MiB
 * @returns the address of the new one
 * @throws ApiError BAD_REQUEST for callers who are no administrators; BAD_IMAGE, PAYLOAD_TOO_LARGE, RATE_LIMIT_HIT.
 */
export async function replacePicture(
  organization: Organization,
  caller: User,
  role: PictureRole,
  file: File,
): Promise<string> {
  assertAdministrator(caller)
  const picture = await madeOf(file, organization, caller, (bytes) => made(role, bytes))
  return withPictures(organization, 'organization', [picture], (tx, [name]) => {
    assertAdministrator(asOfNow(organization, caller))
    forgetPresent(tx, role)
    storeValue(tx, role, name)
    record(tx, 'organization.picture_changed', { name: role })
    emit(tx, pictureChangedEvent(organization, role))
    return organizationPictureUrl(organization, role)
  })
}

/** Goes back to our picture. @returns its address. @throws ApiError BAD_REQUEST for callers who are no administrators */
export function removePicture(organization: Organization, caller: User, role: PictureRole): Promise<string> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    if (forgetPresent(tx, role)) {
      record(tx, 'organization.picture_changed', { name: role })
      emit(tx, pictureChangedEvent(organization, role))
    }
    return organizationPictureUrl(organization, role)
  })
}

/** @returns whether there was one. */
function forgetPresent(tx: Transaction, role: PictureRole): boolean {
  const name = organizationPicture(tx.organization, role)
  if (name === undefined) return false
  removeStoredValue(tx, role)
  forgetPicture(tx, name)
  return true
}

function made(role: PictureRole, bytes: Uint8Array): Promise<Picture> {
  return role === 'icon' ? squarePicture(bytes, iconSide) : pictureWithin(bytes, logoBox)
}
