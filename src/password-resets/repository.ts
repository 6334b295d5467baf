// SQL of password resets.
import { eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { passwordResets } from './tables'

export type PasswordReset = typeof passwordResets.$inferSelect

export function resetByHash(db: Connection, tokenHash: Buffer): PasswordReset | undefined {
  return db.orm.select().from(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).get()
}

/** In place of the person's earlier one. */
export function putReset(tx: Transaction, { userId, ...link }: PasswordReset): void {
  tx.orm
    .insert(passwordResets)
    .values({ userId, ...link })
    .onConflictDoUpdate({ target: passwordResets.userId, set: link })
    .run()
}
