// Delivers plain notifications, and takes them back.
import { deliveryId } from '../../jobs/delivery-id'
import { jobKind } from '../../jobs/kind'
import { enqueue } from '../../jobs/queueing'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { bouncerLane } from '../bouncer'
import { contentOf } from '../content'
import { isPushed } from '../repository'
import { pushMessageType, pushRemovalType, type PushMessage } from './job-types'
import { laneOf } from './lanes'
import { messagePayloads, removalPayloads } from './payloads'
import { deleteDevices, deviceById, devicesOf, type PushDevice } from './repository'
import { sendToDevices } from './sending'

/** What all notifications have in common: a day later nobody wants them. */
export const pushLimits = {
  concurrency: 20,
  timeoutSeconds: 60,
  maxAttempts: 5,
  delivery: { concurrencyPerLane: 8, patienceSeconds: 24 * 3600, longestRestSeconds: 300 },
}

export const pushMessageKind = jobKind({
  ...pushMessageType,
  ...pushLimits,
  async run(attempt) {
    const { organization, payload, signal } = attempt
    const { userId, messageId } = payload
    const devices = targetDevices(organization, payload)
    const content = contentOf(organization, userId, messageId)
    if (devices.length === 0 || !content) return
    const payloads = messagePayloads(organization, payload, content)
    const sending = { deliveryId: deliveryId(attempt), signal }
    const gone = await sendToDevices(organization, userId, devices, payloads, sending)
    await attempt.write((tx) => {
      forgetGone(tx, gone)
      takeBackIfRead(tx, payload)
      attempt.done(tx)
    })
  },
})

export const pushRemovalKind = jobKind({
  ...pushRemovalType,
  ...pushLimits,
  async run(attempt) {
    const { organization, payload, signal } = attempt
    const { userId, messageIds } = payload
    const devices = targetDevices(organization, payload)
    if (devices.length === 0) return
    const payloads = removalPayloads(organization, userId, messageIds)
    const sending = { deliveryId: deliveryId(attempt), signal }
    const gone = await sendToDevices(organization, userId, devices, payloads, sending)
    await attempt.write((tx) => {
      forgetGone(tx, gone)
      attempt.done(tx)
    })
  },
})

/** What was read while it was under way may have come to the device after its removal: it is removed once more. */
function takeBackIfRead(tx: Transaction, { userId, messageId, deviceId }: PushMessage): void {
  if (isPushed(tx, userId, messageId)) return
  const device = deviceId === null ? undefined : deviceById(tx, deviceId)
  const lane = device ? laneOf(tx.organization, device.kind) : bouncerLane
  if (lane !== undefined)
    enqueue(tx, pushRemovalType, { userId, messageIds: [messageId], deviceId }, { lane })
}

/** Those that the job is about and that are still the person's. */
function targetDevices(
  organization: Organization,
  { userId, deviceId }: { userId: number; deviceId: number | null },
): PushDevice[] {
  const devices = devicesOf(organization.db, [userId])
  return devices.filter(({ id, kind }) =>
    deviceId === null ? laneOf(organization, kind) === bouncerLane : id === deviceId,
  )
}

function forgetGone(tx: Transaction, gone: readonly PushDevice[]): void {
  if (gone.length === 0) return
  deleteDevices(
    tx,
    gone.map(({ id }) => id),
  )
}
