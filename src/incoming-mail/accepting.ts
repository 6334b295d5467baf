// Taking a mail in: once it is here, whoever brings it may forget it.
import { ApiError, invalidParameter } from '../http/errors'
import { enqueue } from '../jobs/queueing'
import type { Organization } from '../organization/organization'
import { receiveMail } from './receive-mail'
import type { Recipient } from './recipients'
import { forgetUnderway, storeMail } from './storing'

/** The largest mail, in bytes: about what mail servers take where nobody has told them otherwise. */
export const largestMail = 10 * 1024 * 1024

/**
 * Takes a mail for somebody: it is on disk, and its job queued, when this resolves.
 * @throws ApiError PAYLOAD_TOO_LARGE; REQUEST_VARIABLE_INVALID where there is nothing in it
 */
export async function acceptMail(
  organization: Organization,
  recipient: Recipient,
  mail: Uint8Array,
): Promise<void> {
  if (mail.byteLength > largestMail) throw mailTooLarge()
  if (mail.byteLength === 0) throw invalidParameter('msg_base64', 'The mail is empty')
  const file = await storeMail(organization, mail)
  try {
    await organization.write((tx) => enqueue(tx, receiveMail, { file, recipient }, { key: file }))
  } finally {
    forgetUnderway(organization, file)
  }
}

export function mailTooLarge(): ApiError<'PAYLOAD_TOO_LARGE'> {
  return new ApiError('PAYLOAD_TOO_LARGE', `The mail is over ${largestMail} bytes`, {})
}
