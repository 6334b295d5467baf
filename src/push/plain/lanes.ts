// Where the notifications of a device go, by how this server is configured: to its maker, or to the bouncer.
import type { Organization } from '../../organization/organization'
import { bouncerLane } from '../bouncer'

export const deviceKinds = ['apns', 'fcm'] as const

export type DeviceKind = (typeof deviceKinds)[number]

/** The destination of jobs that notify devices. */
export type PushLane = DeviceKind | typeof bouncerLane

/** Undefined where there is no way to devices of this kind. */
export function laneOf({ rules }: Organization, kind: DeviceKind): PushLane | undefined {
  if (rules.push[kind]) return kind
  return rules.push.bouncer ? bouncerLane : undefined
}

/** What the bouncer calls the kinds. */
export const tokenKinds: Readonly<Record<DeviceKind, number>> = { apns: 1, fcm: 2 }
