// Who the organization is to push services (VAPID, RFC 8292): a key pair of its own, and what it signs with it.
import { signature } from '../organization/signing'
import { organizationState } from '../organization/state'

/** Base64url, as browsers and push services take them: a point of P-256, not compressed, and a number. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The same for as long as the organization is there, or subscriptions would be worth nothing: they follow from the key in its
 * folder, so that they are there from the first start and in every backup.
 */
export const vapidKeys = organizationState((organization): VapidKeys => {
  const privateKey = Buffer.from(signature(organization, 'VAPID key', ''), 'hex')
  // Node's cryptography is no part of a start.
  const pair = process.getBuiltinModule('node:crypto').createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
})
