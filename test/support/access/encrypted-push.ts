// Calls of the access table about devices that notifications are encrypted for.
import { createECDH } from 'node:crypto'
import type { Client } from '../client'
import { plain, type Calls } from './given'
import type { AccessWorld } from './world'

const pair = createECDH('prime256v1')
const p256dh = pair.generateKeys('base64url')
const keys = { p256dh, auth: Buffer.alloc(16, 7).toString('base64url') }
const subscription = (world: AccessWorld) => ({
  endpoint: `https://push.example.com/${world.next()}`,
  keys,
})

export const encryptedPushCalls: Calls = {
  'POST /api/v1/mobile_push/register': (world) => ({
    parameters: {
      token_kind: 'fcm',
      push_account_id: world.next(),
      push_public_key: Buffer.alloc(32, 9).toString('base64'),
      bouncer_public_key: Buffer.alloc(32, 9).toString('base64'),
      encrypted_push_registration: Buffer.alloc(100).toString('base64'),
    },
  }),
  'POST /api/v1/mobile_push/e2ee/test_notification': plain,
  'POST /api/v1/users/me/web_push_subscription': (world) => ({ parameters: subscription(world) }),
  'DELETE /api/v1/users/me/web_push_subscription': async (world: AccessWorld, who: Client) => {
    const made = subscription(world)
    await who.post('/users/me/web_push_subscription', made)
    return { parameters: { endpoint: made.endpoint } }
  },
}
