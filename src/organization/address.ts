// The organization's own address, and the numbers by which other services know it and its people.
import type { Organization } from './organization'
import { signature } from './signing'

/** The organization's address as people reach it, without a slash at its end: for links in mails and notifications. */
export function ownUrl({ subdomain, rules: { publicUrl } }: Organization): string {
  const url = new URL(publicUrl ?? 'http://localhost')
  if (subdomain !== '') url.host = `${subdomain}.${url.host}`
  return url.origin
}

/** The organization's UUID: the same for as long as it is there, and another than that of any other organization. */
export function organizationUuid(organization: Organization): string {
  return uuidFor(organization, 'organization')
}

/** The UUID of one of its accounts. */
export function userUuid(organization: Organization, userId: number): string {
  return uuidFor(organization, `user ${userId}`)
}

/** Version 8 of RFC 9562: made of the organization's own key, so that nothing has to be stored and nobody can guess it. */
function uuidFor(organization: Organization, thing: string): string {
  const digits = signature(organization, 'UUID', thing)
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
