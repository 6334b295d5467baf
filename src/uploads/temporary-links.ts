// Links that open a file without credentials for a minute: for programs that have no way to give any (reference: get-file-temporary-url).
import { attachmentByKey, type Attachment } from '../attachments/repository'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { isSigned, signature } from '../organization/signing'

/** How long a link works, in seconds. */
const lifetime = 60

/** The address, relative to the organization's, at which the file is served to anybody until a minute from now. */
export function temporaryUrl(organization: Organization, { key, pathName }: Attachment): string {
  const claim = `${key}.${seconds(organization.clock) + lifetime}`
  return `/user_uploads/temporary/${claim}.${signature(organization, 'uploaded file', claim)}/${pathName}`
}

/** The file that such an address leads to; undefined if it is none of ours, or its minute is over. */
export function attachmentOfLink(organization: Organization, token: string): Attachment | undefined {
  const [, claim = '', key = '', until = '', signed = ''] =
    /^(([A-Za-z0-9_-]+)\.(\d{1,12}))\.([0-9a-f]{64})$/.exec(token) ?? []
  const now = seconds(organization.clock)
  // A clock that was put back does not make it last longer.
  if (now >= Number(until) || now < Number(until) - lifetime) return undefined
  return isSigned(organization, 'uploaded file', claim, signed)
    ? attachmentByKey(organization.db, key)
    : undefined
}
