// What a person can do with end-to-end encrypted devices: register one (level 406).
import { emit, endQueues } from '../../events/event'
import { invalidParameter } from '../../http/errors'
import { enqueue } from '../../jobs/queueing'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { bouncerLane } from '../bouncer'
import { adminActionRequired } from '../bouncer-errors'
import { registeringType } from './job-types'
import {
  countDevices,
  deleteDevice,
  deviceOf,
  devicesOf,
  insertDevice,
  updateDevice,
  type EncryptedDevice,
} from './repository'
import { boxOverhead, isPublicKey, keyBytes } from './sealing'
import { deviceEvent } from './wire'

/** One that has failed gives way, or else the one registered the longest ago. */
const maxDevicesPerPerson = 30

/** What a client says of the phone it runs on; keys and what is sealed in Base64. */
export type Registration = Pick<
  EncryptedDevice,
  'pushAccountId' | 'tokenKind' | 'pushPublicKey' | 'bouncerPublicKey' | 'encryptedRegistration'
>

/**
 * Takes a device, to be registered at the bouncer by a job. What is registered already, or about to be, stays so if it is sent once
 * more; with anything else under its number it begins anew.
 * @throws ApiError ADMIN_ACTION_REQUIRED without a bouncer; REQUEST_VARIABLE_INVALID
 */
export async function registerDevice(
  organization: Organization,
  caller: User,
  registration: Registration,
): Promise<void> {
  if (!organization.rules.push.bouncer) throw adminActionRequired()
  checkBase64('bouncer_public_key', registration.bouncerPublicKey, keyBytes)
  checkBase64('encrypted_push_registration', registration.encryptedRegistration, boxOverhead + 1, Infinity)
  const key = checkBase64('push_public_key', registration.pushPublicKey, keyBytes)
  if (!(await isPublicKey(key))) throw invalidParameter('push_public_key', 'push_public_key is no public key')
  await organization.write((tx) => {
    const known = deviceOf(tx, caller.id, registration.pushAccountId)
    if (known?.errorCode === null && isSame(known, registration)) {
      // By a client that has not heard the answer, or has logged in again.
      const apiKeyId = apiKeyOf(tx)
      if (known.apiKeyId !== apiKeyId) updateDevice(tx, known.id, { apiKeyId })
      return
    }
    if (!known) makeRoom(tx, caller.id)
    begin(tx, caller, registration, known)
  })
}

function begin(
  tx: Transaction,
  { id: userId }: User,
  registration: Registration,
  known: EncryptedDevice | undefined,
): void {
  const registeredAt = seconds(tx.organization.clock)
  const fields = { ...registration, deviceId: null, errorCode: null, apiKeyId: apiKeyOf(tx), registeredAt }
  const device = known ? updateDevice(tx, known.id, fields) : insertDevice(tx, { userId, ...fields })
  emit(tx, deviceEvent(device))
  enqueue(tx, registeringType, { id: device.id }, { key: String(device.id), lane: bouncerLane })
}

/** No event says that a device is no more, so the person's clients have to register anew. */
function makeRoom(tx: Transaction, userId: number): void {
  if (countDevices(tx, userId) < maxDevicesPerPerson) return
  const [oldest] = devicesOf(tx, userId).toSorted(
    (a, b) => Number(a.errorCode === null) - Number(b.errorCode === null) || a.registeredAt - b.registeredAt,
  )
  if (oldest) deleteDevice(tx, oldest.id)
  endQueues(tx, [userId])
}

function apiKeyOf({ actor }: Transaction): number | null {
  return typeof actor === 'string' ? null : (actor.apiKeyId ?? null)
}

function isSame(known: EncryptedDevice, registration: Registration): boolean {
  return (
    known.tokenKind === registration.tokenKind &&
    known.pushPublicKey === registration.pushPublicKey &&
    known.bouncerPublicKey === registration.bouncerPublicKey &&
    known.encryptedRegistration === registration.encryptedRegistration
  )
}

/** @throws ApiError REQUEST_VARIABLE_INVALID unless it is Base64 of so many bytes. */
function checkBase64(name: string, text: string, least: number, most = least): Uint8Array {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw invalidParameter(name, `${name} is not Base64`)
  if (bytes.length < least || bytes.length > most)
    throw invalidParameter(name, `${name} has ${bytes.length} bytes, which is the wrong length`)
  return bytes
}
