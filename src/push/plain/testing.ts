// Test notifications, which show people whether their devices are notified (contract 4.10).
import { ApiError } from '../../http/errors'
import { organizationUuid } from '../../organization/address'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { askBouncer, bouncerLane } from '../bouncer'
import { adminActionRequired, bouncerError } from '../bouncer-errors'
import { outcomeError } from '../outcome'
import { laneOf, tokenKinds } from './lanes'
import { testFields, testPayloads } from './payloads'
import { deleteDevices, devicesOf, type PushDevice } from './repository'
import { bouncerUser, sendDirectly } from './sending'

/** How long the caller waits for all of their devices, in milliseconds. */
const longest = 20_000

/**
 * Sends a test notification to one of the caller's devices, or to all of them.
 * @throws ApiError INVALID_PUSH_DEVICE_TOKEN, NO_ACTIVE_PUSH_DEVICE; and what came of it, the first of several: ADMIN_ACTION_REQUIRED,
 *   INVALID_REMOTE_PUSH_DEVICE_TOKEN, FAILED_TO_CONNECT_BOUNCER, INTERNAL_SERVER_ERROR_ON_BOUNCER.
 */
export async function sendTestNotification(
  organization: Organization,
  caller: User,
  token: string | undefined,
): Promise<void> {
  const devices = chosen(organization, caller, token)
  const signal = AbortSignal.timeout(longest)
  const results = await Promise.all(
    devices.map((device) => errorOf(organization, device, signal).catch(orTimedOut(signal))),
  )
  const error = results.find((result) => result !== undefined)
  if (error) throw error
}

function chosen(organization: Organization, caller: User, token: string | undefined): PushDevice[] {
  const own = devicesOf(organization.db, [caller.id])
  if (token === undefined) {
    if (own.length > 0) return own
    throw new ApiError('NO_ACTIVE_PUSH_DEVICE', 'You have no device that is notified', {})
  }
  const named = own.filter((device) => device.token === token)
  if (named.length > 0) return named
  throw new ApiError('INVALID_PUSH_DEVICE_TOKEN', 'No device of yours has this token', {})
}

/** What a test notification to the device came to. */
async function errorOf(
  organization: Organization,
  device: PushDevice,
  signal: AbortSignal,
): Promise<ApiError | undefined> {
  const lane = laneOf(organization, device.kind)
  if (lane === undefined) return adminActionRequired()
  if (lane === bouncerLane) return bouncerError(await askForTest(organization, device, signal))
  const payloads = testPayloads(organization, device.userId)
  const sending = { deliveryId: crypto.randomUUID(), signal }
  const outcome = await sendDirectly(organization, device, payloads, sending)
  if (outcome?.kind === 'gone') await organization.write((tx) => deleteDevices(tx, [device.id]))
  return outcome ? outcomeError(outcome) : adminActionRequired()
}

function askForTest(organization: Organization, { userId, kind, token }: PushDevice, signal: AbortSignal) {
  const body = {
    ...bouncerUser(organization, userId),
    realm_uuid: organizationUuid(organization),
    token,
    token_kind: tokenKinds[kind],
    base_payload: testFields(organization, userId),
  }
  return askBouncer(organization, 'push/test_notification', body, { signal })
}

function orTimedOut(signal: AbortSignal): (error: unknown) => ApiError | undefined {
  return (error) => {
    if (signal.aborted) return outcomeError({ kind: 'unreachable', reason: 'It took too long' })
    throw error
  }
}
