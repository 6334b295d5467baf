// What a bot can do with its storage: keep texts by key, get them back, forget them (notes: calls beside reference/).
import { badRequest, invalidParameter } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import { deleteEntries, entriesOf, putEntries, storageUse } from './repository'

/** Of one bot: entries, characters of a key, and bytes of all keys and values. */
export const limits = { entries: 1000, key: 200, bytes: 1_000_000 } as const

/** @throws ApiError BAD_REQUEST for people, and for a key that is not there */
export function keptEntries(
  organization: Organization,
  caller: User,
  keys: readonly string[] | undefined,
): Map<string, string> {
  assertBot(caller)
  const entries = entriesOf(organization.db, caller.id, keys)
  assertFound(entries, keys)
  return entries
}

/**
 * Keeps each text under its key, in place of what stood there.
 * @throws ApiError BAD_REQUEST for people, and where it would be more than a bot can keep; REQUEST_VARIABLE_INVALID
 */
export async function keepEntries(
  organization: Organization,
  caller: User,
  storage: Readonly<Record<string, string>>,
): Promise<void> {
  assertBot(caller)
  const entries = Object.entries(storage)
  for (const [key] of entries) assertKey(key)
  if (entries.length > 0) await organization.write((tx) => keepInStorage(tx, caller.id, entries))
}

/** The same as part of a larger write. @throws ApiError BAD_REQUEST where it would be more than a bot can keep. */
export function keepInStorage(
  tx: Transaction,
  botId: number,
  entries: readonly (readonly [string, string])[],
): void {
  putEntries(tx, botId, entries)
  // What is too much is undone with the rest of the write.
  const use = storageUse(tx, botId)
  if (use.entries > limits.entries) {
    throw badRequest(`A bot can store at most ${limits.entries} entries; these would be ${use.entries}`)
  }
  if (use.bytes > limits.bytes) {
    throw badRequest(`A bot can store at most ${limits.bytes} bytes; this would be ${use.bytes}`)
  }
}

/**
 * Forgets what stands under these keys, or everything.
 * @throws ApiError BAD_REQUEST for people, and for a key that is not there
 */
export async function forgetEntries(
  organization: Organization,
  caller: User,
  keys: readonly string[] | undefined,
): Promise<void> {
  assertBot(caller)
  await organization.write((tx) => {
    assertFound(entriesOf(tx, caller.id, keys), keys)
    deleteEntries(tx, caller.id, keys)
  })
}

function assertBot({ botType }: User): void {
  if (botType === null) throw badRequest('Only bots have a storage')
}

function assertKey(key: string): void {
  if (isLongerThan(key, limits.key)) {
    throw invalidParameter('storage', `storage: a key is too long (limit: ${limits.key} characters)`)
  }
  if (key.includes('\0')) throw invalidParameter('storage', "storage holds what can't be stored")
}

function assertFound(entries: ReadonlyMap<string, string>, keys: readonly string[] = []): void {
  if (keys.some((key) => !entries.has(key))) throw badRequest('Key does not exist.')
}
