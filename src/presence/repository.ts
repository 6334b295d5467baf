// SQL of presence: all read at once, written in bulk.
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { presence } from './tables'

export type StoredPresence = typeof presence.$inferSelect

export function allPresence(db: Connection): StoredPresence[] {
  return db.orm.select().from(presence).orderBy(presence.updateId).all()
}

/** By hand, as it is thousands of rows: one statement, prepared once. */
export function storePresence(tx: Transaction, records: Iterable<StoredPresence>): void {
  const store = tx.sqlite.query<unknown, [number, number | null, number, number]>(
    `INSERT INTO presence (user_id, active_at, connected_at, update_id) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (user_id) DO UPDATE SET active_at = ?2, connected_at = ?3, update_id = ?4`,
  )
  for (const { userId, activeAt, connectedAt, updateId } of records) {
    store.run(userId, activeAt, connectedAt, updateId)
  }
}
