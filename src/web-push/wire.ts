// What the register state says of web push: the key that browsers subscribe with.
import type { StatePart } from '../events/state'
import { vapidKeys } from './vapid'

/**
 * `web_push_vapid_public_key`: what a browser takes as `applicationServerKey`, Base64url. A subscription that was made with
 * another one is worth nothing. The protocol does not know it.
 */
export const webPushState: StatePart = {
  types: ['realm', 'push_device'],
  read: ({ organization }) => ({ web_push_vapid_public_key: vapidKeys(organization).publicKey }),
}
