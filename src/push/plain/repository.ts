// SQL of devices that are notified by the plain protocol.
import { and, asc, eq } from 'drizzle-orm'
import { among } from '../../database/columns'
import { cache } from '../../organization/cache'
import type { Connection } from '../../organization/database'
import type { Transaction } from '../../organization/writer'
import { deviceKinds, laneOf, type DeviceKind } from './lanes'
import { pushDevices } from './tables'

export type PushDevice = typeof pushDevices.$inferSelect

const isPresent = eq(pushDevices.isLeaving, false)

/** Those who have a device that can be reached as this server is configured. By hand: every message that is sent asks for them. */
export const peopleWithDevices = cache([pushDevices], (organization): ReadonlySet<number> => {
  const [first = '', second = ''] = deviceKinds.filter((kind) => laneOf(organization, kind) !== undefined)
  const rows = organization.db.sqlite
    .query<[number], [string, string]>(
      'SELECT DISTINCT user_id FROM push_devices WHERE is_leaving = 0 AND kind IN (?, ?)',
    )
    .values(first, second)
  return new Set(rows.map(([userId]) => Number(userId)))
})

/** The devices of people, in the order they came. */
export function devicesOf(db: Connection, userIds: readonly number[]): PushDevice[] {
  return db.orm
    .select()
    .from(pushDevices)
    .where(and(among(pushDevices.userId, userIds), isPresent))
    .orderBy(asc(pushDevices.id))
    .all()
}

/** Everybody's. */
export function allDevices(db: Connection): PushDevice[] {
  return db.orm.select().from(pushDevices).where(isPresent).orderBy(asc(pushDevices.id)).all()
}

/** One that is on its way out, too. */
export function deviceById(db: Connection, id: number): PushDevice | undefined {
  return db.orm.select().from(pushDevices).where(eq(pushDevices.id, id)).get()
}

/** Whose a device is now. */
export function deviceByToken(db: Connection, kind: DeviceKind, token: string): PushDevice | undefined {
  const known = and(eq(pushDevices.kind, kind), eq(pushDevices.token, token), isPresent)
  return db.orm.select().from(pushDevices).where(known).get()
}

/** Adds a person's device, or takes back one that was on its way out. @returns its ID */
export function upsertDevice(tx: Transaction, device: typeof pushDevices.$inferInsert): number {
  const { iosAppId = null, registeredAt } = device
  return tx.orm
    .insert(pushDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [pushDevices.userId, pushDevices.kind, pushDevices.token],
      set: { iosAppId, registeredAt, isLeaving: false },
    })
    .returning({ id: pushDevices.id })
    .get().id
}

/** From now on they are nobody's, but known until the bouncer is told. */
export function markLeaving(tx: Transaction, ids: readonly number[]): void {
  tx.orm.update(pushDevices).set({ isLeaving: true }).where(among(pushDevices.id, ids)).run()
}

export function deleteDevices(tx: Transaction, ids: readonly number[]): void {
  tx.orm.delete(pushDevices).where(among(pushDevices.id, ids)).run()
}

/** Forgets a person's devices that were on their way out. */
export function deleteLeaving(tx: Transaction, userId: number): void {
  const leaving = and(eq(pushDevices.userId, userId), eq(pushDevices.isLeaving, true))
  tx.orm.delete(pushDevices).where(leaving).run()
}
