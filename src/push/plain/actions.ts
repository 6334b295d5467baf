// What a device can do: say that it is somebody's, and that it no longer is (contract 4.11).
import { badRequest } from '../../http/errors'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { bouncerLane } from '../bouncer'
import { forgetDevice, tellBouncer } from './forgetting'
import { laneOf, type DeviceKind } from './lanes'
import { deviceByToken, devicesOf, upsertDevice } from './repository'

/** What is said of a device. */
export interface NewDevice {
  readonly kind: DeviceKind
  readonly token: string
  /** Of Apple's devices alone. */
  readonly iosAppId: string | null
}

const limits = { token: 4096, iosAppId: 255 }
/** With one more, a person is no longer notified on the one that was registered longest ago. */
const maxDevicesPerPerson = 50
/** A device that says that it is still the same person's is noted to have said so once in this time. */
const notedSeconds = 24 * 3600

/**
 * Notes that a device is the caller's, and nobody else's any more: phones change hands.
 * @throws ApiError BAD_REQUEST if the token or the app can't be one.
 */
export function addDevice(organization: Organization, caller: User, device: NewDevice): Promise<void> {
  const token = checkedToken(device)
  const iosAppId = checkedAppId(device.iosAppId)
  return organization.write((tx) => {
    const { kind } = device
    const registeredAt = seconds(organization.clock)
    const known = deviceByToken(tx, kind, token)
    const isKnown = known?.userId === caller.id && known.iosAppId === iosAppId
    // Apps say so at each of their starts.
    if (isKnown && registeredAt - known.registeredAt < notedSeconds) return
    if (known && known.userId !== caller.id) forgetDevice(tx, known)
    const id = upsertDevice(tx, { kind, token, iosAppId, userId: caller.id, registeredAt })
    if (!isKnown && laneOf(organization, kind) === bouncerLane) tellBouncer(tx, id)
    forgetOldest(tx, caller.id)
  })
}

/** @throws ApiError BAD_REQUEST if the token can't be one, or no device of the caller's has it. */
export function removeDevice(
  organization: Organization,
  caller: User,
  device: Pick<NewDevice, 'kind' | 'token'>,
): Promise<void> {
  const token = checkedLength(device.token)
  return organization.write((tx) => {
    const known = deviceByToken(tx, device.kind, token)
    if (known?.userId !== caller.id) throw badRequest('Token does not exist')
    forgetDevice(tx, known)
  })
}

function forgetOldest(tx: Transaction, userId: number): void {
  const devices = devicesOf(tx, [userId]).sort((a, b) => a.registeredAt - b.registeredAt || a.id - b.id)
  for (const device of devices.slice(0, Math.max(0, devices.length - maxDevicesPerPerson)))
    forgetDevice(tx, device)
}

function checkedToken({ kind, token }: NewDevice): string {
  const checked = checkedLength(token)
  // Hexadecimal as Apple's libraries give it, or Base64 as old apps do.
  const isPossible = kind === 'fcm' || /^(?:[\da-f]{2})+$/i.test(checked) || /^[\w+/-]+={0,2}$/.test(checked)
  if (!isPossible) throw badRequest('Invalid APNS token')
  return checked
}

function checkedLength(token: string): string {
  if (token === '' || token.length > limits.token) throw badRequest('Empty or invalid length token')
  return token
}

function checkedAppId(appId: string | null): string | null {
  if (appId === null || (appId.length <= limits.iosAppId && /^[\w-]+(\.[\w-]+)+$/.test(appId))) return appId
  throw badRequest('Invalid app ID')
}
