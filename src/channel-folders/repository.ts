// SQL of channel folders, kept in memory.
import { asc, eq } from 'drizzle-orm'
import { cache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { channelFolders } from './tables'

export type ChannelFolder = typeof channelFolders.$inferSelect
export type NewChannelFolder = typeof channelFolders.$inferInsert

/** All folders, archived ones too, in the order in which they are shown. */
export const allChannelFolders = cache([channelFolders], (organization): readonly ChannelFolder[] =>
  organization.db.orm.select().from(channelFolders).orderBy(asc(channelFolders.position)).all(),
)

export function insertChannelFolder(tx: Transaction, folder: NewChannelFolder): ChannelFolder {
  return tx.orm.insert(channelFolders).values(folder).returning().get()
}

export function updateChannelFolder(tx: Transaction, id: number, changes: Partial<NewChannelFolder>): void {
  tx.orm.update(channelFolders).set(changes).where(eq(channelFolders.id, id)).run()
}
