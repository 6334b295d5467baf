// The name of a delivery, by which whoever gets it twice can tell.
import { organizationUuid } from '../organization/address'
import type { Organization } from '../organization/organization'

/** The same at each attempt, and of no other delivery of any organization. */
export function deliveryId({ organization, jobId }: { organization: Organization; jobId: number }): string {
  return `${organizationUuid(organization)}-${jobId}`
}
