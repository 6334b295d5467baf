// Pictures that an organization has sent to stand for itself: its icon, its logo, and its logo where it is dark.
import type { Organization } from './organization'
import { storedSettings } from './settings'

/** The protocol's names; the names of their pictures are stored under these among the settings. */
export const pictureRoles = ['icon', 'logo', 'night_logo'] as const
export type PictureRole = (typeof pictureRoles)[number]

/** The name under which the organization's own picture is stored; undefined if it has none. */
export function organizationPicture(organization: Organization, role: PictureRole): string | undefined {
  const stored = storedSettings(organization).get(role)
  return typeof stored === 'string' ? stored : undefined
}
