// API keys: how they are made, and what is stored of them (contract 5).
import { seconds } from '../organization/clock'
import type { Transaction } from '../organization/writer'
import { insertApiKey } from '../users/repository'
import { randomToken } from '../users/tokens'

/** Makes a new key for a person and returns it; only its hash is stored. */
export function issueApiKey(tx: Transaction, userId: number, client: string): string {
  const key = newKey()
  insertApiKey(tx, { userId, hash: hashOf(key), createdAt: seconds(tx.organization.clock), client })
  return key
}

/** 32 random alphanumeric characters: clients of the protocol expect no others. */
export function newKey(): string {
  let key = ''
  while (key.length < 32) key += randomToken(48).replaceAll(/[-_]/g, '')
  return key.slice(0, 32)
}

/** What is stored of a key. */
export function hashOf(key: string): Buffer {
  return new Bun.CryptoHasher('sha256').update(key).digest()
}
