// SQL of custom emoji, kept in memory: every text that is rendered asks for them.
import { asc, eq } from 'drizzle-orm'
import { cache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { customEmoji } from './tables'

export type CustomEmoji = typeof customEmoji.$inferSelect

export interface CustomEmojiDirectory {
  /** Those that nobody can use any more, too, in the order in which they were made. */
  readonly all: readonly CustomEmoji[]
  readonly byId: ReadonlyMap<number, CustomEmoji>
  /** Those that can be used. */
  readonly byName: ReadonlyMap<string, CustomEmoji>
}

export const customEmojiDirectory = cache([customEmoji], (organization): CustomEmojiDirectory => {
  const all = organization.db.orm.select().from(customEmoji).orderBy(asc(customEmoji.id)).all()
  return {
    all,
    byId: new Map(all.map((emoji) => [emoji.id, emoji])),
    byName: new Map(all.filter((emoji) => !emoji.isDeactivated).map((emoji) => [emoji.name, emoji])),
  }
})

export function insertCustomEmoji(tx: Transaction, emoji: typeof customEmoji.$inferInsert): CustomEmoji {
  return tx.orm.insert(customEmoji).values(emoji).returning().get()
}

export function deactivateCustomEmoji(tx: Transaction, id: number): void {
  tx.orm.update(customEmoji).set({ isDeactivated: true }).where(eq(customEmoji.id, id)).run()
}
