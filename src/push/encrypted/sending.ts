// Notifying people's encrypted devices of messages, and taking that back: one request to the bouncer for all that a person has.
import { deliveryId } from '../../jobs/delivery-id'
import { jobKind, type Attempt } from '../../jobs/kind'
import { accepted } from '../bouncer'
import { contentOf } from '../content'
import { messagePayload, removalPayload } from '../encrypted-payload'
import { isPushed } from '../repository'
import { failGone } from './failing'
import { encryptedMessageType, encryptedRemovalType } from './job-types'
import { goneIn, notifyDevices, type Priority } from './notifying'
import { queueEncryptedRemovals } from './queueing'
import { activeDevicesOf } from './repository'

/** What was said longer ago than that nobody needs to be told any more. */
const limits = {
  concurrency: 16,
  timeoutSeconds: 60,
  maxAttempts: 5,
  delivery: { concurrencyPerLane: 16, patienceSeconds: 24 * 3600 },
}

export const encryptedMessageKind = jobKind({
  ...encryptedMessageType,
  ...limits,
  async run(attempt) {
    const { organization, payload, write, done } = attempt
    const { userId, messageId } = payload
    const content = contentOf(organization, userId, messageId)
    if (!content) return
    const gone = await send(attempt, userId, messagePayload(organization, payload, content), 'high')
    await write((tx) => {
      failGone(tx, userId, gone)
      // Read while it was under way: what takes it back may have come first.
      if (!isPushed(tx, userId, messageId)) queueEncryptedRemovals(tx, userId, [messageId])
      done(tx)
    })
  },
})

export const encryptedRemovalKind = jobKind({
  ...encryptedRemovalType,
  ...limits,
  async run(attempt) {
    const { organization, payload, write, done } = attempt
    const { userId, messageIds } = payload
    const gone = await send(attempt, userId, removalPayload(organization, userId, messageIds), 'normal')
    await write((tx) => {
      failGone(tx, userId, gone)
      done(tx)
    })
  },
})

/** @returns the devices that are gone, as the bouncer calls them. @throws DestinationFailure, GiveUp */
async function send(
  attempt: Attempt<unknown>,
  userId: number,
  text: string,
  priority: Priority,
): Promise<number[]> {
  const { organization, signal } = attempt
  const devices = activeDevicesOf(organization.db, userId)
  if (devices.length === 0 || !organization.rules.push.bouncer) return []
  const request = { deliveryId: deliveryId(attempt), signal }
  return goneIn(accepted(await notifyDevices(organization, devices, text, priority, request)))
}
