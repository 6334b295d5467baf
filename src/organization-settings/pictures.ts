// Pictures that stand for the organization, as clients are told of them: each may be one of ours.
import type { ServerEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import { organizationPicture, type PictureRole } from '../organization/own-pictures'
import { builtInPictures } from '../pictures/built-in'
import { pictureUrl } from '../organization/picture-urls'

/** What the protocol calls a picture that the organization has not sent itself. */
const ownSource: Readonly<Record<PictureRole, 'G' | 'D'>> = { icon: 'G', logo: 'D', night_logo: 'D' }

/** Where the picture is, relative to the organization's address. */
export function organizationPictureUrl(organization: Organization, role: PictureRole): string {
  const name = organizationPicture(organization, role)
  return name === undefined ? builtInPictures[role].path : pictureUrl('organization', name)
}

/** As fields of the register state without their `realm_`: where the picture is, and whose. */
export function pictureOnWire(organization: Organization, role: PictureRole): Record<string, string> {
  const isOwn = organizationPicture(organization, role) !== undefined
  return {
    [`${role}_url`]: organizationPictureUrl(organization, role),
    [`${role}_source`]: isOwn ? 'U' : ownSource[role],
  }
}

/** `realm` `update_dict` of one picture (reference: events/realm.update_dict). */
export function pictureChangedEvent(organization: Organization, role: PictureRole): ServerEvent {
  const data = pictureOnWire(organization, role)
  return {
    type: 'realm',
    audience: 'everyone',
    payload: () => ({ op: 'update_dict', property: role, data }),
  }
}
