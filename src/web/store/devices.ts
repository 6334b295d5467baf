// Devices that get end-to-end encrypted notifications, and the key that browsers subscribe to theirs with (level 406).
import type { ServerEvent } from './events'
import { changed, isEqual } from './records'
import {
  dictionary,
  isNumber,
  isText,
  nullable,
  oneOf,
  orElse,
  shape,
  type Checked,
  type Fields,
} from './shapes'

const isDevice = shape({ status: oneOf('active', 'pending', 'failed'), error_code: nullable(isText) })
export type Device = Checked<typeof isDevice>

export interface Devices {
  /** By push account ID. */
  readonly push_devices: Readonly<Record<string, Device>>
  /** Base64url: what a browser takes as `applicationServerKey`. */
  readonly web_push_vapid_public_key: string
}

export function devicesFrom(register: Fields): Devices {
  return {
    push_devices: orElse(dictionary(isDevice), register['push_devices'], {}),
    web_push_vapid_public_key: orElse(isText, register['web_push_vapid_public_key'], ''),
  }
}

/** `push_device`: what has become of one. */
export function devicesAfter(devices: Devices, event: ServerEvent): Devices {
  if (event.type !== 'push_device') return devices
  const { push_account_id: id, status, error_code } = event
  const device = { status, error_code }
  if (!isNumber(id) || !isDevice(device) || isEqual(devices.push_devices[id], device)) return devices
  return changed(devices, { push_devices: { ...devices.push_devices, [id]: device } })
}
