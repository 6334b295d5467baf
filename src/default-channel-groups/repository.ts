// SQL of default channel groups, kept in memory.
import { and, asc, eq } from 'drizzle-orm'
import { among } from '../database/columns'
import { cache } from '../organization/cache'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { defaultChannelGroupChannels, defaultChannelGroups } from './tables'

/** A group, with the IDs of its channels, ascending. */
export type DefaultChannelGroup = typeof defaultChannelGroups.$inferSelect & {
  readonly channelIds: readonly number[]
}

/** All groups, by name. */
export const allDefaultChannelGroups = cache(
  [defaultChannelGroups, defaultChannelGroupChannels],
  ({ db: { orm } }): readonly DefaultChannelGroup[] => {
    const members = orm
      .select()
      .from(defaultChannelGroupChannels)
      .orderBy(asc(defaultChannelGroupChannels.channelId))
      .all()
    const byGroup = Map.groupBy(members, ({ groupId }) => groupId)
    const groups = orm.select().from(defaultChannelGroups).orderBy(asc(defaultChannelGroups.nameKey)).all()
    return groups.map((group) => ({
      ...group,
      channelIds: byGroup.get(group.id)?.map(({ channelId }) => channelId) ?? [],
    }))
  },
)

/** An organization has at most so many. */
export const maxGroups = 100

/** The channels of the groups of these names, some perhaps twice; none of what is no group, any more. */
export function channelIdsOfGroups(organization: Organization, names: readonly string[]): readonly number[] {
  const chosen = new Set(names)
  return allDefaultChannelGroups(organization).flatMap(({ name, channelIds }) =>
    chosen.has(name) ? channelIds : [],
  )
}

type Texts = Pick<typeof defaultChannelGroups.$inferSelect, 'name' | 'description'>

/** How names compare. */
export function groupNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** @returns its ID. */
export function insertGroup(tx: Transaction, texts: Texts): number {
  return tx.orm
    .insert(defaultChannelGroups)
    .values({ ...texts, nameKey: groupNameKey(texts.name) })
    .returning()
    .get().id
}

export function updateGroup(tx: Transaction, id: number, texts: Texts): void {
  tx.orm
    .update(defaultChannelGroups)
    .set({ ...texts, nameKey: groupNameKey(texts.name) })
    .where(eq(defaultChannelGroups.id, id))
    .run()
}

export function deleteGroup(tx: Transaction, id: number): void {
  tx.orm.delete(defaultChannelGroupChannels).where(eq(defaultChannelGroupChannels.groupId, id)).run()
  tx.orm.delete(defaultChannelGroups).where(eq(defaultChannelGroups.id, id)).run()
}

export function addChannels(tx: Transaction, groupId: number, channelIds: readonly number[]): void {
  if (channelIds.length === 0) return
  const rows = channelIds.map((channelId) => ({ groupId, channelId }))
  tx.orm.insert(defaultChannelGroupChannels).values(rows).run()
}

export function removeChannels(tx: Transaction, groupId: number, channelIds: readonly number[]): void {
  const isMeant = and(
    eq(defaultChannelGroupChannels.groupId, groupId),
    among(defaultChannelGroupChannels.channelId, channelIds),
  )
  tx.orm.delete(defaultChannelGroupChannels).where(isMeant).run()
}

/** Takes a channel out of all groups. @returns whether it was in one. */
export function removeFromAll(tx: Transaction, channelId: number): boolean {
  const isIt = eq(defaultChannelGroupChannels.channelId, channelId)
  return tx.orm.delete(defaultChannelGroupChannels).where(isIt).returning().all().length > 0
}
