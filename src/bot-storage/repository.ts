// SQL of what bots keep.
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { botStorage } from './tables'

/** How much a bot keeps. */
export interface StorageUse {
  entries: number
  /** Of keys and values, as UTF-8. */
  bytes: number
}

/** What a bot keeps, by key: all of it, or what stands under these keys. */
export function entriesOf(db: Connection, botId: number, keys?: readonly string[]): Map<string, string> {
  const rows = db.orm
    .select({ key: botStorage.key, value: botStorage.value })
    .from(botStorage)
    .where(chosen(botId, keys))
    .orderBy(botStorage.key)
    .all()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

export function putEntries(tx: Transaction, botId: number, entries: readonly (readonly [string, string])[]) {
  tx.orm
    .insert(botStorage)
    .values(entries.map(([key, value]) => ({ botId, key, value })))
    .onConflictDoUpdate({
      target: [botStorage.botId, botStorage.key],
      set: { value: sql`excluded.value` },
    })
    .run()
}

export function deleteEntries(tx: Transaction, botId: number, keys?: readonly string[]): void {
  tx.orm.delete(botStorage).where(chosen(botId, keys)).run()
}

export function storageUse(db: Connection, botId: number): StorageUse {
  const bytes = sql<number>`coalesce(sum(octet_length(${botStorage.key}) + octet_length(${botStorage.value})), 0)`
  const use = db.orm
    .select({ entries: count(), bytes })
    .from(botStorage)
    .where(eq(botStorage.botId, botId))
    .get()
  return use ?? { entries: 0, bytes: 0 }
}

function chosen(botId: number, keys: readonly string[] | undefined) {
  const ofBot = eq(botStorage.botId, botId)
  return keys === undefined ? ofBot : and(ofBot, inArray(botStorage.key, [...keys]))
}
