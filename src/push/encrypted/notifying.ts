// A notification for encrypted devices, as the bouncer takes it: it sees which phones it is for, and nothing of what it says.
import { organizationUuid } from '../../organization/address'
import type { Organization } from '../../organization/organization'
import { askBouncer, type BouncerAnswer, type BouncerRequest } from '../bouncer'
import type { ActiveDevice } from './repository'
import { seal } from './sealing'

/** What phones show at once; what they may take up when they are awake anyway. */
export type Priority = 'high' | 'normal'

/**
 * Has the bouncer send a text to devices, sealed for each of them.
 * @param text JSON. @throws as `askBouncer` does
 */
export async function notifyDevices(
  organization: Organization,
  devices: readonly ActiveDevice[],
  text: string,
  priority: Priority,
  request: BouncerRequest = {},
): Promise<BouncerAnswer> {
  const push_requests = await Promise.all(devices.map((device) => pushRequest(device, text, priority)))
  const body = { realm_uuid: organizationUuid(organization), push_requests }
  return askBouncer(organization, 'push/e2ee/notify', body, request)
}

/** The devices that are gone, as the bouncer calls them, in its answer. */
export function goneIn(json: unknown): number[] {
  if (typeof json !== 'object' || json === null || !('delete_device_ids' in json)) return []
  const { delete_device_ids: ids } = json
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : []
}

async function pushRequest(
  { deviceId, tokenKind, pushAccountId, pushPublicKey }: ActiveDevice,
  text: string,
  priority: Priority,
) {
  const encrypted_data = await seal(text, pushPublicKey)
  if (tokenKind === 'fcm') {
    // FCM takes texts alone.
    const payload = { push_account_id: String(pushAccountId), encrypted_data }
    return { device_id: deviceId, fcm_priority: priority, payload }
  }
  const payload = { push_account_id: pushAccountId, encrypted_data }
  return { device_id: deviceId, http_headers: apnsHeaders[priority], payload }
}

const apnsHeaders = {
  high: { 'apns-priority': '10', 'apns-push-type': 'alert' },
  normal: { 'apns-priority': '5', 'apns-push-type': 'background' },
} as const
