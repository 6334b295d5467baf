// The jobs of the plain protocol, for those who queue them: nothing secret stands in their rows.
import { Type, type Static } from '@sinclair/typebox'
import { triggers } from '../../notifications/triggers'

/** One device that is reached directly, or null for all of a person's that the bouncer reaches: it is told of them together. */
const deviceId = Type.Union([Type.Integer(), Type.Null()])

/** Notifies a person's devices of a message. */
export const pushMessageType = {
  name: 'push-message',
  payload: Type.Object({
    userId: Type.Integer(),
    messageId: Type.Integer(),
    trigger: Type.Union(triggers.map((trigger) => Type.Literal(trigger))),
    mentionedGroupId: Type.Union([Type.Integer(), Type.Null()]),
    deviceId,
  }),
}

export type PushMessage = Static<typeof pushMessageType.payload>

/** Takes notifications back. */
export const pushRemovalType = {
  name: 'push-removal',
  payload: Type.Object({ userId: Type.Integer(), messageIds: Type.Array(Type.Integer()), deviceId }),
}

/** Tells the bouncer whose a device is, or is no longer: whatever is so when it is done. */
export const registerDeviceType = {
  name: 'register-push-device',
  payload: Type.Object({ deviceId: Type.Integer() }),
}

/** Tells the bouncer that all devices that a person had are theirs no longer. */
export const unregisterDevicesType = {
  name: 'unregister-push-devices',
  payload: Type.Object({ userId: Type.Integer() }),
}
