// SQL of statuses; all of an organization's are kept in memory.
import { eq } from 'drizzle-orm'
import { cache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { userStatus } from './tables'

/** Empty texts stand for what is not set. */
export type Status = Omit<typeof userStatus.$inferSelect, 'userId'>

export const noStatus: Status = { text: '', emojiName: '', emojiCode: '', reactionType: '' }

/** The statuses of those who have one, by user ID. */
export const statuses = cache([userStatus], (organization): ReadonlyMap<number, Status> => {
  const rows = organization.db.orm.select().from(userStatus).orderBy(userStatus.userId).all()
  return new Map(rows.map(({ userId, ...status }) => [userId, status]))
})

export function storeStatus(tx: Transaction, userId: number, status: Status): void {
  if (status.text === '' && status.emojiName === '') {
    tx.orm.delete(userStatus).where(eq(userStatus.userId, userId)).run()
    return
  }
  tx.orm
    .insert(userStatus)
    .values({ userId, ...status })
    .onConflictDoUpdate({ target: userStatus.userId, set: status })
    .run()
}
