// Tells the bouncer whose devices are.
import { deliveryId } from '../../jobs/delivery-id'
import { jobKind } from '../../jobs/kind'
import type { Organization } from '../../organization/organization'
import { accepted, askBouncer, bouncerLane, type BouncerAnswer } from '../bouncer'
import { pushLimits } from './delivering'
import { tellBouncer } from './forgetting'
import { registerDeviceType, unregisterDevicesType } from './job-types'
import { laneOf, tokenKinds } from './lanes'
import { deleteDevices, deleteLeaving, deviceById, devicesOf, type PushDevice } from './repository'
import { bouncerUser } from './sending'

/** What people's devices hang on is tried for longer than a notification. */
const limits = { ...pushLimits, delivery: { ...pushLimits.delivery, patienceSeconds: 7 * 24 * 3600 } }

export const registerDeviceKind = jobKind({
  ...registerDeviceType,
  ...limits,
  async run(attempt) {
    const { organization, payload, signal } = attempt
    const device = deviceById(organization.db, payload.deviceId)
    if (!device) return
    const path = device.isLeaving ? 'push/unregister' : 'push/register'
    if (isAtBouncer(organization, device)) {
      const request = { as: 'form', deliveryId: deliveryId(attempt), signal } as const
      const answer = await askBouncer(organization, path, deviceFields(organization, device), request)
      if (!(device.isLeaving && isUnknown(answer))) accepted(answer)
    }
    await attempt.write((tx) => {
      // It may be the person's again by now: then another job tells so.
      if (deviceById(tx, device.id)?.isLeaving) deleteDevices(tx, [device.id])
      attempt.done(tx)
    })
  },
})

export const unregisterDevicesKind = jobKind({
  ...unregisterDevicesType,
  ...limits,
  async run(attempt) {
    const { organization, payload, signal } = attempt
    const { userId } = payload
    if (organization.rules.push.bouncer) {
      const request = { as: 'form', deliveryId: deliveryId(attempt), signal } as const
      const answer = await askBouncer(
        organization,
        'push/unregister/all',
        bouncerUser(organization, userId),
        request,
      )
      if (!isUnknown(answer)) accepted(answer)
    }
    await attempt.write((tx) => {
      deleteLeaving(tx, userId)
      // Those that came since may have been forgotten with the others.
      for (const device of devicesOf(tx, [userId]))
        if (isAtBouncer(organization, device)) tellBouncer(tx, device.id)
      attempt.done(tx)
    })
  },
})

function isAtBouncer(organization: Organization, { kind }: PushDevice): boolean {
  return laneOf(organization, kind) === bouncerLane
}

function deviceFields(organization: Organization, { userId, kind, token, iosAppId }: PushDevice) {
  return {
    ...bouncerUser(organization, userId),
    token,
    token_kind: tokenKinds[kind],
    ios_app_id: iosAppId,
  }
}

/** What it does not know, it need not forget. */
function isUnknown(answer: BouncerAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 400
}
