// Encryption of backups as the age program does it: to a public key, so that the server itself can't read them.
import { Decrypter, Encrypter } from 'age-encryption'
import { WrongKeyError } from './errors'
import { streamOf } from './streams'

/** Ends the name of what is encrypted. */
export const encryptedSuffix = '.age'

/** Bytes. What the library leaves behind would be collected too late on a busy machine, and a large file take hundreds of MiB. */
const collectEvery = 16 * 1024 * 1024

/** Whether contents can be encrypted to it. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** @param recipient a public key such as `age1…` */
export async function* encrypted(
  content: AsyncIterable<Uint8Array>,
  recipient: string,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  let since = 0
  for await (const piece of await encrypter.encrypt(streamOf(content))) {
    yield piece
    since += piece.length
    if (since < collectEvery) continue
    Bun.gc(true)
    since = 0
  }
}

/**
 * @param identities private keys, as they stand in the file that age-keygen writes
 * @throws WrongKeyError; another error, if what was encrypted is damaged
 */
export async function* decrypted(
  content: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  yield* await decrypter.decrypt(streamOf(content)).catch((error: unknown) => {
    const isOfKey = error instanceof Error && error.message.includes('identity')
    throw isOfKey ? new WrongKeyError('None of the private keys opens this backup') : error
  })
}

/** The private keys in a file of age-keygen's. @throws WrongKeyError if there is none, or one is none */
export function identitiesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  try {
    for (const identity of identities) new Decrypter().addIdentity(identity)
  } catch {
    throw new WrongKeyError('The file holds something that is no private key of age (AGE-SECRET-KEY-1…)')
  }
  if (identities.length === 0)
    throw new WrongKeyError('The file holds no private key of age (AGE-SECRET-KEY-1…)')
  return identities
}
