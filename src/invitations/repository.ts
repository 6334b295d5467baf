// SQL of invitations.
import { and, count, eq, gt, isNotNull, lte, min } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { invitationChannels, invitationGroups, invitations } from './tables'

export type Invitation = typeof invitations.$inferSelect

/** Where those who come are put, beside what their role gives them. */
export interface Places {
  channelIds: readonly number[]
  groupIds: readonly number[]
}

export function insertInvitation(
  tx: Transaction,
  invitation: typeof invitations.$inferInsert,
  { channelIds, groupIds }: Places,
): Invitation {
  const inserted = tx.orm.insert(invitations).values(invitation).returning().get()
  for (const channelId of channelIds)
    tx.orm.insert(invitationChannels).values({ invitationId: inserted.id, channelId }).run()
  for (const groupId of groupIds)
    tx.orm.insert(invitationGroups).values({ invitationId: inserted.id, groupId }).run()
  return inserted
}

/** All that have not ended yet, oldest first; some may have expired a moment ago. */
export function openInvitations(db: Connection): Invitation[] {
  return db.orm.select().from(invitations).where(eq(invitations.state, 'open')).orderBy(invitations.id).all()
}

export function invitationById(db: Connection, id: number): Invitation | undefined {
  return db.orm.select().from(invitations).where(eq(invitations.id, id)).get()
}

export function invitationByKey(db: Connection, key: string): Invitation | undefined {
  return db.orm.select().from(invitations).where(eq(invitations.key, key)).get()
}

/** Those that were to end at that time or before, in UNIX seconds, and are open still. */
export function overdueInvitations(db: Connection, now: number): Invitation[] {
  return selectOverdue(db).all({ now })
}

const selectOverdue = prepared((orm) =>
  orm
    .select()
    .from(invitations)
    .where(and(eq(invitations.state, 'open'), lte(invitations.expiresAt, given('now'))))
    .prepare(),
)

/** When the next of those ends that are open, in UNIX seconds; null if none does. */
export function firstEnd(db: Connection): number | null {
  return selectFirstEnd(db).get()?.at ?? null
}

const selectFirstEnd = prepared((orm) =>
  orm
    .select({ at: min(invitations.expiresAt) })
    .from(invitations)
    .where(eq(invitations.state, 'open'))
    .prepare(),
)

/** Those that have not ended of one address, as compared. */
export function openInvitationsOf(db: Connection, emailKey: string): Invitation[] {
  const ofAddress = and(eq(invitations.state, 'open'), eq(invitations.emailKey, emailKey))
  return db.orm.select().from(invitations).where(ofAddress).all()
}

/** How many addresses were invited after that time, in UNIX seconds. */
export function countInvitedSince(db: Connection, since: number): number {
  const recent = and(gt(invitations.invitedAt, since), isNotNull(invitations.email))
  return db.orm.select({ count: count() }).from(invitations).where(recent).get()?.count ?? 0
}

export function placesOf(db: Connection, invitationId: number): Places {
  const channels = db.orm
    .select()
    .from(invitationChannels)
    .where(eq(invitationChannels.invitationId, invitationId))
  const groups = db.orm.select().from(invitationGroups).where(eq(invitationGroups.invitationId, invitationId))
  return {
    channelIds: channels.all().map(({ channelId }) => channelId),
    groupIds: groups.all().map(({ groupId }) => groupId),
  }
}

export function updateState(tx: Transaction, id: number, state: Invitation['state']): void {
  tx.orm.update(invitations).set({ state }).where(eq(invitations.id, id)).run()
}
