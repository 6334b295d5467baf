// Where messages have images from elsewhere: at an address of this server, which the organization has signed, so that only it can make one.
import type { Organization } from '../organization/organization'
import { isSigned, signature } from '../organization/signing'

const purpose = 'external image'

/** Longer addresses than this are not shown, so that a message does not grow much by its images. */
const longest = 2048

/** Below it, the signature and the address, in Base64 for URLs. */
export const externalImagePath = '/external_content'

/** The address at which the server shows an image from elsewhere; undefined where the image's own is too long. */
export function externalImageUrl(organization: Organization, url: string): string | undefined {
  if (url.length > longest) return undefined
  const address = Buffer.from(url).toString('base64url')
  return `${externalImagePath}/${signature(organization, purpose, url)}/${address}`
}

/** The image's own address; undefined where the organization has not signed it. */
export function signedUrl(organization: Organization, given: string, address: string): string | undefined {
  const url = Buffer.from(address, 'base64url').toString()
  return isSigned(organization, purpose, url, given) ? url : undefined
}
