// The jobs of web push, for those who queue them: one for each browser, which is tried again without the others.
import { Type } from '@sinclair/typebox'
import { triggers } from '../notifications/triggers'

/** Notifies a browser of a message. */
export const webMessageType = {
  name: 'web-push-message',
  payload: Type.Object({
    subscriptionId: Type.Integer(),
    userId: Type.Integer(),
    messageId: Type.Integer(),
    trigger: Type.Union(triggers.map((trigger) => Type.Literal(trigger))),
    mentionedGroupId: Type.Union([Type.Integer(), Type.Null()]),
  }),
}

/** Takes notifications back from a browser. */
export const webRemovalType = {
  name: 'web-push-removal',
  payload: Type.Object({
    subscriptionId: Type.Integer(),
    userId: Type.Integer(),
    messageIds: Type.Array(Type.Integer()),
  }),
}
