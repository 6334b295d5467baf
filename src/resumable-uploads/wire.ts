// Resumable uploads on the wire: what tus 1.0.0 says in headers (notes: files).
import { attachmentUrl } from '../attachments/address'
import type { Attachment } from '../attachments/repository'
import { corsHeaders } from '../http/envelope'
import type { Organization } from '../organization/organization'
import { largestFile } from '../uploads/limits'
import { checksumAlgorithms } from './chunks'

export const tusVersion = '1.0.0'

/** What tus adds to the protocol, as far as this server knows it. */
export const tusExtensions = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'termination',
  'expiration',
  'checksum',
]

/** Headers of every answer: the version, and which others browsers may show to pages of other sites. */
export const tusHeaders = {
  'tus-resumable': tusVersion,
  'access-control-expose-headers':
    `${corsHeaders['access-control-expose-headers']}, Location, Tus-Checksum-Algorithm, Tus-Extension, Tus-Max-Size, ` +
    'Tus-Resumable, Tus-Version, Upload-Defer-Length, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset',
}

/** What an answer to OPTIONS says of the server. */
export function capabilities(organization: Organization): Record<string, string> {
  const most = largestFile(organization)
  return {
    ...tusHeaders,
    'tus-version': tusVersion,
    'tus-extension': tusExtensions.join(','),
    'tus-checksum-algorithm': checksumAlgorithms.join(','),
    ...(most === Infinity ? {} : { 'tus-max-size': String(most) }),
  }
}

/** The answer to what completes an upload (notes: files). */
export function completed(attachment: Attachment) {
  return { result: 'success', msg: '', url: attachmentUrl(attachment), filename: attachment.name }
}
