// What a browser does with an encrypted push: decrypts it, as RFC 8291 and RFC 8188 say.
import { createDecipheriv, createHmac, type ECDH } from 'node:crypto'

/** The keys of a subscription, as the browser has them. */
export interface BrowserKeys {
  readonly pair: ECDH
  /** The secret that it shares with the application server, 16 bytes. */
  readonly auth: Buffer
}

const tagBytes = 16
/** Between what was said and what only fills up the last record. */
const delimiter = 2

/** Decrypts the one record of a body in `aes128gcm`. @throws if it was not encrypted for these keys, or is no such body */
export function decrypted(body: Buffer, { pair, auth }: BrowserKeys): string {
  // RFC 8188, 2.1: salt, record size, length of the key ID, key ID, which RFC 8291 (4) has be the sender's public key.
  const salt = body.subarray(0, 16)
  const recordBytes = body.readUInt32BE(16)
  const keyBytes = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyBytes)
  const record = body.subarray(21 + keyBytes)
  if (record.length > recordBytes) throw new Error('A push is one record')
  const { key, nonce } = keysFor(salt, senderKey, { pair, auth })
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-tagBytes))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -tagBytes)), cipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== delimiter) throw new Error('It is not the last record')
  return padded.subarray(0, end).toString('utf8')
}

/** RFC 8291, 3.4. */
function keysFor(salt: Buffer, senderKey: Buffer, { pair, auth }: BrowserKeys) {
  const shared = pair.computeSecret(senderKey)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey, one])
  const input = hmac(hmac(auth, shared), about)
  const random = hmac(salt, input)
  return {
    key: hmac(random, Buffer.from('Content-Encoding: aes128gcm\0\u0001')).subarray(0, 16),
    nonce: hmac(random, Buffer.from('Content-Encoding: nonce\0\u0001')).subarray(0, 12),
  }
}

const one = Buffer.from([1])

function hmac(key: Buffer, text: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
