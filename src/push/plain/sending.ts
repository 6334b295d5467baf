// Sending a plain notification to devices of one person: straight to their makers, or through the bouncer.
import { organizationUuid, userUuid } from '../../organization/address'
import type { Organization } from '../../organization/organization'
import { sendByApns } from '../apns'
import { accepted, askBouncer, bouncerLane } from '../bouncer'
import { sendByFcm } from '../fcm'
import { valueAt } from '../json'
import { wasReached, type PushOutcome } from '../outcome'
import { laneOf } from './lanes'
import { apnsBody, type PlainPayloads } from './payloads'
import type { PushDevice } from './repository'

export interface Sending {
  /** The same at each attempt. */
  readonly deliveryId: string
  readonly signal: AbortSignal
}

/**
 * Sends a notification.
 * @param devices of this person
 * @returns those that are gone. @throws DestinationFailure, GiveUp, the reason of the signal
 */
export async function sendToDevices(
  organization: Organization,
  userId: number,
  devices: readonly PushDevice[],
  payloads: PlainPayloads,
  sending: Sending,
): Promise<PushDevice[]> {
  const isAtBouncer = ({ kind }: PushDevice) => laneOf(organization, kind) === bouncerLane
  const gone: PushDevice[] = []
  for (const device of devices.filter((each) => !isAtBouncer(each))) {
    const outcome = await sendDirectly(organization, device, payloads, sending)
    if (outcome && !wasReached(outcome)) gone.push(device)
  }
  const others = devices.filter(isAtBouncer)
  if (others.length === 0) return gone
  return [...gone, ...(await sendByBouncer(organization, userId, others, payloads, sending))]
}

/** To its maker. Undefined where there is no way to it any more. */
export async function sendDirectly(
  organization: Organization,
  { kind, token, iosAppId }: PushDevice,
  { fcm, apns, priority }: PlainPayloads,
  sending: Sending,
): Promise<PushOutcome | undefined> {
  const { push } = organization.rules
  if (kind === 'fcm') {
    return push.fcm ? sendByFcm(organization, push.fcm, { token, data: fcm, priority }, sending) : undefined
  }
  if (!push.apns) return undefined
  const message = { token, topic: iosAppId ?? '', payload: apnsBody(apns), priority }
  return sendByApns(organization, push.apns, message, sending)
}

async function sendByBouncer(
  organization: Organization,
  userId: number,
  devices: readonly PushDevice[],
  { fcm, apns, priority }: PlainPayloads,
  sending: Sending,
): Promise<PushDevice[]> {
  const tokens = (kind: PushDevice['kind']) =>
    devices.filter((device) => device.kind === kind).map(({ token }) => token)
  const body = {
    ...bouncerUser(organization, userId),
    realm_uuid: organizationUuid(organization),
    gcm_payload: fcm,
    apns_payload: apns,
    gcm_options: { priority },
    android_devices: tokens('fcm'),
    apple_devices: tokens('apns'),
  }
  const json = accepted(await askBouncer(organization, 'push/notify', body, sending))
  const gone = (name: string) => valueAt(json, 'deleted_devices', name)
  const [android, apple] = [gone('android_devices'), gone('apple_devices')]
  return devices.filter(({ kind, token }) => {
    const list = kind === 'fcm' ? android : apple
    return Array.isArray(list) && list.includes(token)
  })
}

/** How the bouncer knows a person. */
export function bouncerUser(organization: Organization, userId: number) {
  return { user_id: userId, user_uuid: userUuid(organization, userId) }
}
