// The jobs of end-to-end encrypted devices, for those who queue them.
import { Type } from '@sinclair/typebox'

/** Registers a device at the bouncer, as it is when that is done. */
export const registeringType = {
  name: 'register-encrypted-device',
  payload: Type.Object({ id: Type.Integer() }),
}

/** Notifies all of a person's devices of a message. */
export const encryptedMessageType = {
  name: 'push-encrypted-message',
  payload: Type.Object({
    userId: Type.Integer(),
    messageId: Type.Integer(),
    mentionedGroupId: Type.Union([Type.Integer(), Type.Null()]),
  }),
}

/** Takes notifications back from them. */
export const encryptedRemovalType = {
  name: 'push-encrypted-removal',
  payload: Type.Object({ userId: Type.Integer(), messageIds: Type.Array(Type.Integer()) }),
}
