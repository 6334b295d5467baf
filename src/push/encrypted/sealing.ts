// Sealed boxes: texts that only the holder of a private key can open, and nobody can tell who sealed them (libsodium).
import type Sodium from 'libsodium-wrappers'

/** Bytes of a public key. */
export const keyBytes = 32
/** By how many bytes a sealed box is longer than what is in it. */
export const boxOverhead = 48

/** Seals a text. @param publicKey Base64. @returns Base64. @throws if it is no key. */
export async function seal(text: string, publicKey: string): Promise<string> {
  const sodium = await loadSodium()
  const sealed = sodium.crypto_box_seal(text, Buffer.from(publicKey, 'base64'))
  return Buffer.from(sealed).toString('base64')
}

/** Whether anything can be sealed to a key. Some 32 bytes are none: what is sealed to them everybody could open. */
export async function isPublicKey(publicKey: Uint8Array): Promise<boolean> {
  const sodium = await loadSodium()
  try {
    sodium.crypto_box_seal('', publicKey)
    return true
  } catch {
    return false
  }
}

/** What a start does not need. */
async function loadSodium(): Promise<typeof Sodium> {
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  return sodium
}
