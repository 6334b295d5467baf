// How much may be uploaded: the size of a file, and what all files of the organization take together (contract 4.20, 8).
import { spaceUsed } from '../attachments/repository'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'

const mib = 1024 * 1024

/** Room for a file that is on its way: as good as used, so that several at once can't take together what each might have. */
export interface Space {
  /**
   * Makes it so many bytes, if it is not as many already. @throws as `takeSpace` does; it is then what it was.
   */
  grow(size: number): void
  /** Gives it back, once the file is stored or given up; a second time does nothing. */
  release(): void
}

/** Bytes that files on their way take, by organization. */
const onTheirWay = organizationState(() => ({ bytes: 0 }))

/**
 * Whether a file of so many bytes would be taken now.
 * @throws ApiError PAYLOAD_TOO_LARGE, REALM_UPLOAD_QUOTA
 */
export function assertMayUpload(organization: Organization, size: number): void {
  assertNotTooLarge(organization, size)
  assertWithinQuota(organization, size)
}

/**
 * Keeps room for a file of so many bytes, which may yet grow.
 * @throws ApiError PAYLOAD_TOO_LARGE, REALM_UPLOAD_QUOTA
 */
export function takeSpace(organization: Organization, size: number): Space {
  const total = onTheirWay(organization)
  let held = 0
  let isReleased = false
  const space: Space = {
    grow(wanted) {
      if (wanted <= held) return
      assertNotTooLarge(organization, wanted)
      assertWithinQuota(organization, wanted - held)
      total.bytes += wanted - held
      held = wanted
    },
    release() {
      if (isReleased) return
      isReleased = true
      total.bytes -= held
    },
  }
  space.grow(size)
  return space
}

/** The largest file, in bytes; Infinity where there is no limit. */
export function largestFile({ rules }: Organization): number {
  return rules.maxFileUploadSizeMib === 0 ? Infinity : rules.maxFileUploadSizeMib * mib
}

export function tooLarge({ rules }: Organization): ApiError<'PAYLOAD_TOO_LARGE'> {
  const limit = rules.maxFileUploadSizeMib
  return new ApiError('PAYLOAD_TOO_LARGE', `File is larger than the allowed maximum of ${limit} MiB`, {})
}

function assertNotTooLarge(organization: Organization, size: number): void {
  if (size > largestFile(organization)) throw tooLarge(organization)
}

function assertWithinQuota(organization: Organization, more: number): void {
  const { uploadQuotaMib } = organization.rules
  if (uploadQuotaMib === null) return
  const used = spaceUsed(organization) + onTheirWay(organization).bytes
  if (used + more <= uploadQuotaMib * mib) return
  throw new ApiError('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.", {})
}
