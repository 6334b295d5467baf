// Signatures for addresses that the organization gives out itself, so that nobody else can make such an address.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Organization } from './organization'
import { organizationState } from './state'

/** What signatures are for: one that was made for one purpose says nothing for another. */
export type SignedFor =
  | 'external image'
  | 'uploaded file'
  | 'UUID'
  | 'VAPID key'
  | 'password link'
  | 'account state'
  | 'e-mail address'
  | 'registration'
  | 'reply by mail'
  | 'unsubscribing'
  | 'mail thread'
  | 'demo log-in'

/** The signature of a text: 64 hexadecimal digits (HMAC-SHA-256), the same for as long as the organization is there. */
export function signature(organization: Organization, purpose: SignedFor, text: string): string {
  const signed = new Bun.CryptoHasher('sha256', key(organization)).update(`${purpose}\0${text}`)
  return signed.digest('hex')
}

/** Whether the organization has signed the text. How long that takes tells nothing of what it should have been. */
export function isSigned(
  organization: Organization,
  purpose: SignedFor,
  text: string,
  given: string,
): boolean {
  return isSameSecret(given, signature(organization, purpose, text))
}

/** As many digits of a signature as nobody guesses: for where there is no room for the whole of it. */
export const shortSignature = 32

/** Whether these are the first digits of the organization's signature of the text. */
export function isSignedShort(
  organization: Organization,
  purpose: SignedFor,
  text: string,
  given: string,
): boolean {
  return isSameSecret(given, signature(organization, purpose, text).slice(0, shortSignature))
}

/** Whether that is the secret. How long it takes tells nothing of what it should have been. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (each: string) => Bun.SHA256.hash(each, 'hex')
  return digest(given) === digest(secret)
}

const keyBytes = 32

/** The organization's own, in its folder: nothing of it ever leaves that. Made when something is signed for the first time. */
const key = organizationState(({ folder }) => {
  const path = join(folder, 'signing-key')
  const stored = Buffer.from(textOf(path), 'hex')
  return stored.length === keyBytes ? stored : newKey(path)
})

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** It is on disk, the whole of it, before anything is signed with it. */
function newKey(path: string): Buffer {
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(keyBytes)))
  const unfinished = `${path}.new`
  writeFileSync(unfinished, `${made.toString('hex')}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
  return made
}
