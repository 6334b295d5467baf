// Forgetting devices: at once where they are reached directly; where the bouncer knows them, it is told first.
import { enqueue } from '../../jobs/queueing'
import type { Transaction } from '../../organization/writer'
import { bouncerLane } from '../bouncer'
import { registerDeviceType, unregisterDevicesType } from './job-types'
import { laneOf } from './lanes'
import { deleteDevices, devicesOf, markLeaving, type PushDevice } from './repository'

/** Forgets a device of somebody's, who is notified there no more. */
export function forgetDevice(tx: Transaction, device: PushDevice): void {
  if (laneOf(tx.organization, device.kind) !== bouncerLane) return deleteDevices(tx, [device.id])
  markLeaving(tx, [device.id])
  tellBouncer(tx, device.id)
}

/** Forgets all devices of somebody's. */
export function forgetAllDevices(tx: Transaction, userId: number): void {
  const devices = devicesOf(tx, [userId])
  if (devices.length === 0) return
  const [atBouncer, others] = [true, false].map((isAt) =>
    devices
      .filter(({ kind }) => (laneOf(tx.organization, kind) === bouncerLane) === isAt)
      .map(({ id }) => id),
  )
  deleteDevices(tx, others ?? [])
  if (!atBouncer || atBouncer.length === 0) return
  markLeaving(tx, atBouncer)
  enqueue(tx, unregisterDevicesType, { userId }, { key: String(userId), lane: bouncerLane })
}

/** Has the bouncer told whose a device is, or is no longer. */
export function tellBouncer(tx: Transaction, deviceId: number): void {
  enqueue(tx, registerDeviceType, { deviceId }, { key: String(deviceId), lane: bouncerLane })
}
