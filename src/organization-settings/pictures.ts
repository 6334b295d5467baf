// Pictures that stand for the organization: its icon, its logo, and its logo where it is dark. Each may be one of ours.
import type { ServerEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import { storedSettings } from '../organization/settings'
import { builtInPictures } from '../pictures/built-in'
import { pictureUrl } from '../organization/picture-urls'

/** The protocol's names; the names of their pictures are stored under these among the settings. */
export const pictureRoles = ['icon', 'logo', 'night_logo'] as const
export type PictureRole = (typeof pictureRoles)[number]

/** What the protocol calls a picture that the organization has not sent itself. */
const ownSource: Readonly<Record<PictureRole, 'G' | 'D'>> = { icon: 'G', logo: 'D', night_logo: 'D' }

/** The name under which the organization's own picture is stored; undefined if it has none. */
export function organizationPicture(organization: Organization, role: PictureRole): string | undefined {
  const stored = storedSettings(organization).get(role)
  return typeof stored === 'string' ? stored : undefined
}

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
