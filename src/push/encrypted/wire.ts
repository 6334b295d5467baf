// End-to-end encrypted devices on the wire: their state, its event, and their part of the register state (level 406).
import type { ServerEvent } from '../../events/event'
import type { StatePart } from '../../events/state'
import { devicesOf, type EncryptedDevice } from './repository'

/** `active`: it gets notifications. `failed`: `error_code` says why not, and the client has to register it anew. */
function stateOf({ deviceId, errorCode }: EncryptedDevice) {
  if (errorCode !== null) return { status: 'failed', error_code: errorCode }
  return { status: deviceId === null ? 'pending' : 'active', error_code: null }
}

/** `push_devices`: by the number under which the client registered each. */
export const pushDevicesState: StatePart = {
  types: ['push_device'],
  read: ({ organization, viewer }) => {
    const devices = viewer ? devicesOf(organization.db, viewer.id) : []
    const entries = devices.map((device) => [String(device.pushAccountId), stateOf(device)])
    return { push_devices: Object.fromEntries(entries) }
  },
}

/** `push_device`: what has become of a device. */
export function deviceEvent(device: EncryptedDevice): ServerEvent {
  return {
    type: 'push_device',
    audience: [device.userId],
    payload: () => ({ push_account_id: device.pushAccountId, ...stateOf(device) }),
  }
}
