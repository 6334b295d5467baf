// Routes of web push subscriptions: /users/me/web_push_subscription.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Text } from '../http/parameters'
import { subscribe, unsubscribe } from './actions'

const path = '/users/me/web_push_subscription'
const endpoint = Text({ maxLength: 2048, description: 'The address that the push service gave the browser' })

export function webPushRoutes(api: Api): void {
  api.post(
    path,
    {
      summary: 'Subscribe a browser to web push',
      description:
        'Takes what `PushSubscription.toJSON()` gives; the browser subscribes with `web_push_vapid_public_key` of the register ' +
        'response as its `applicationServerKey`. What it is sent is encrypted for it (RFC 8291), and then JSON: `type` (`message` or ' +
        '`remove`) and the rest as end-to-end encrypted phones get it. A subscription ends with the session or the API key that it was made ' +
        'with. This call is not of the protocol.',
      bots: 'none',
      parameters: Type.Object({
        endpoint,
        keys: Type.Object({
          p256dh: Text({ maxLength: 100, description: 'The public key, Base64url' }),
          auth: Text({ maxLength: 40, description: 'The shared secret, Base64url' }),
        }),
      }),
    },
    ({ organization, caller, parameters }) => subscribe(organization, caller, parameters),
  )
  api.delete(
    path,
    {
      summary: 'End a web push subscription',
      description: 'This call is not of the protocol.',
      bots: 'none',
      parameters: Type.Object({ endpoint }),
    },
    ({ organization, caller, parameters }) => unsubscribe(organization, caller, parameters.endpoint),
  )
}
