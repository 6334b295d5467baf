// SQL of what bots have beside their accounts, and what is kept of it in memory.
import { eq } from 'drizzle-orm'
import { cache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { bots } from './tables'

/** What a bot has beside its account, as stored. */
export type BotDetails = typeof bots.$inferSelect
export type NewBotDetails = typeof bots.$inferInsert

/** By the ID of the bot's account; all that people have made, active or not. */
export const botDetails = cache(
  [bots],
  (organization): ReadonlyMap<number, BotDetails> =>
    new Map(
      organization.db.orm
        .select()
        .from(bots)
        .all()
        .map((details) => [details.userId, details]),
    ),
)

export function insertBot(tx: Transaction, details: NewBotDetails): void {
  tx.orm.insert(bots).values(details).run()
}

export function updateBot(tx: Transaction, userId: number, changes: Partial<NewBotDetails>): void {
  tx.orm.update(bots).set(changes).where(eq(bots.userId, userId)).run()
}
