// Devices that are told nothing any more: their clients learn it by an event, and have to register them anew.
import { emit } from '../../events/event'
import { momentOf, never, seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { directory } from '../../users/repository'
import {
  deleteDevicesOf,
  devicesCalled,
  devicesWithoutKey,
  firstPending,
  pendingSince,
  updateDevice,
  type EncryptedDevice,
} from './repository'
import { deviceEvent } from './wire'

/** Marks a person's devices that the bouncer says are gone. @param deviceIds as it calls them */
export function failGone(tx: Transaction, userId: number, deviceIds: readonly number[]): void {
  if (deviceIds.length === 0) return
  for (const device of devicesCalled(tx, userId, deviceIds))
    fail(tx, device, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN')
}

/** After so long without an answer of the bouncer's a device has failed: what its client has sealed is too old by then. */
export const answerWithinSeconds = 24 * 3600

/** When the next has waited too long, in milliseconds. */
export function nextUnanswered({ db }: Organization): number {
  const since = firstPending(db)
  return since === null ? never : momentOf(since + answerWithinSeconds)
}

/** Fails those that have waited too long for the bouncer, whatever became of the jobs that asked it. Called by the timer. */
export async function failUnanswered(organization: Organization): Promise<void> {
  const time = seconds(organization.clock) - answerWithinSeconds
  await organization.write((tx) => {
    for (const device of pendingSince(tx, time)) fail(tx, device, 'FAILED_TO_CONNECT_BOUNCER')
  })
}

/** Forgets what a person has registered with a key that has ended: everything, if their account is closed. */
export function forgetEncryptedDevices(tx: Transaction, userId: number): void {
  // Queues end with the account, so that no event has to say what is no more.
  if (directory(tx.organization).byId.get(userId)?.isActive !== true) return deleteDevicesOf(tx, userId)
  for (const device of devicesWithoutKey(tx, userId)) fail(tx, device, 'INVALID_PUSH_DEVICE_TOKEN')
}

function fail(tx: Transaction, { id }: EncryptedDevice, errorCode: string): void {
  emit(tx, deviceEvent(updateDevice(tx, id, { deviceId: null, errorCode })))
}
