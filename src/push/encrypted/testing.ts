// Test notifications: whether what is sent reaches a device, answered while the caller waits (contract 4.19).
import { ApiError } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { accepted } from '../bouncer'
import { adminActionRequired, bouncerError } from '../bouncer-errors'
import { testPayload } from '../encrypted-payload'
import { failGone } from './failing'
import { goneIn, notifyDevices } from './notifying'
import { activeDevicesOf } from './repository'

/**
 * Sends one to a device of the caller's, or to all of them.
 * @throws ApiError NO_ACTIVE_PUSH_DEVICE, also if the bouncer says that all of them are gone; ADMIN_ACTION_REQUIRED,
 *   FAILED_TO_CONNECT_BOUNCER, INTERNAL_SERVER_ERROR_ON_BOUNCER.
 */
export async function sendTest(
  organization: Organization,
  caller: User,
  pushAccountId: number | undefined,
): Promise<void> {
  const devices = activeDevicesOf(organization.db, caller.id).filter(
    (device) => pushAccountId === undefined || device.pushAccountId === pushAccountId,
  )
  if (devices.length === 0) throw noActiveDevice()
  if (!organization.rules.push.bouncer) throw adminActionRequired()
  const answer = await notifyDevices(organization, devices, testPayload(organization, caller.id), 'high')
  const error = bouncerError(answer)
  if (error) throw error
  const gone = goneIn(accepted(answer))
  await organization.write((tx) => failGone(tx, caller.id, gone))
  if (devices.every(({ deviceId }) => gone.includes(deviceId))) throw noActiveDevice()
}

function noActiveDevice(): ApiError {
  return new ApiError('NO_ACTIVE_PUSH_DEVICE', 'There is no active device to send a notification to', {})
}
