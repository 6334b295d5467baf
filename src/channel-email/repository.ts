// SQL of the e-mail addresses of channels.
import { and, eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { channelEmailTokens } from './tables'

/** What an address is for. */
export type Purpose = Omit<typeof channelEmailTokens.$inferSelect, 'token'>

export function tokenFor(db: Connection, { channelId, creatorId, senderId }: Purpose): string | undefined {
  const isIt = and(
    eq(channelEmailTokens.channelId, channelId),
    eq(channelEmailTokens.creatorId, creatorId),
    eq(channelEmailTokens.senderId, senderId),
  )
  return db.orm.select().from(channelEmailTokens).where(isIt).get()?.token
}

/** What the address with that token is for; undefined if there is none. */
export function purposeOf(db: Connection, token: string): Purpose | undefined {
  const found = db.orm.select().from(channelEmailTokens).where(eq(channelEmailTokens.token, token)).get()
  return found && { channelId: found.channelId, creatorId: found.creatorId, senderId: found.senderId }
}

/** @returns the token. */
export function insertToken(tx: Transaction, token: string, purpose: Purpose): string {
  const row = { token, ...purpose }
  return tx.orm.insert(channelEmailTokens).values(row).returning().get().token
}
