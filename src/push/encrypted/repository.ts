// SQL of end-to-end encrypted devices.
import { and, count, eq, inArray, isNull, lte, min, notInArray, or } from 'drizzle-orm'
import { prepared } from '../../database/prepared'
import { cache } from '../../organization/cache'
import type { Connection } from '../../organization/database'
import type { Transaction } from '../../organization/writer'
import { apiKeys } from '../../users/tables'
import { encryptedDevices } from './tables'

export type EncryptedDevice = typeof encryptedDevices.$inferSelect
/** One that the bouncer knows. */
export type ActiveDevice = EncryptedDevice & { deviceId: number }

/** Those who have a device that the bouncer knows. By hand: it is asked with every message, and changes with every device. */
export const peopleWithDevices = cache([encryptedDevices], ({ db }): ReadonlySet<number> => {
  const rows = db.sqlite
    .query<{ userId: number }, []>(
      `SELECT DISTINCT user_id AS userId FROM encrypted_devices WHERE device_id IS NOT NULL AND error_code IS NULL`,
    )
    .all()
  return new Set(rows.map(({ userId }) => userId))
})

/** A person's devices, those registered first before others. */
export function devicesOf(db: Connection, userId: number): EncryptedDevice[] {
  return db.orm.select().from(encryptedDevices).where(ofPerson(userId)).orderBy(encryptedDevices.id).all()
}

/** A person's devices that the bouncer knows. */
export function activeDevicesOf(db: Connection, userId: number): ActiveDevice[] {
  return devicesOf(db, userId).filter(isKnownToBouncer)
}

export function countDevices(db: Connection, userId: number): number {
  const row = db.orm.select({ count: count() }).from(encryptedDevices).where(ofPerson(userId)).get()
  return row?.count ?? 0
}

/** The one that a person has registered under that number. */
export function deviceOf(db: Connection, userId: number, pushAccountId: number): EncryptedDevice | undefined {
  const own = and(ofPerson(userId), eq(encryptedDevices.pushAccountId, pushAccountId))
  return db.orm.select().from(encryptedDevices).where(own).get()
}

export function deviceById(db: Connection, id: number): EncryptedDevice | undefined {
  return db.orm.select().from(encryptedDevices).where(eq(encryptedDevices.id, id)).get()
}

export function insertDevice(tx: Transaction, device: typeof encryptedDevices.$inferInsert): EncryptedDevice {
  return tx.orm.insert(encryptedDevices).values(device).returning().get()
}

/** @returns the device as it is now. */
export function updateDevice(
  tx: Transaction,
  id: number,
  changes: Partial<Omit<EncryptedDevice, 'id' | 'userId' | 'pushAccountId'>>,
): EncryptedDevice {
  return tx.orm.update(encryptedDevices).set(changes).where(eq(encryptedDevices.id, id)).returning().get()
}

/** A person's devices among those that the bouncer calls so. */
export function devicesCalled(
  db: Connection,
  userId: number,
  deviceIds: readonly number[],
): EncryptedDevice[] {
  const called = and(ofPerson(userId), inArray(encryptedDevices.deviceId, [...deviceIds]))
  return db.orm.select().from(encryptedDevices).where(called).all()
}

/** A person's devices that have not failed and whose API key has ended. */
export function devicesWithoutKey(tx: Transaction, userId: number): EncryptedDevice[] {
  const keys = tx.orm.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, userId))
  const hasNone = or(isNull(encryptedDevices.apiKeyId), notInArray(encryptedDevices.apiKeyId, keys))
  return tx.orm
    .select()
    .from(encryptedDevices)
    .where(and(ofPerson(userId), isNull(encryptedDevices.errorCode), hasNone))
    .all()
}

/** Those that have waited for the bouncer since then, or longer; so many at once. @param time UNIX seconds */
export function pendingSince(db: Connection, time: number): EncryptedDevice[] {
  return db.orm
    .select()
    .from(encryptedDevices)
    .where(and(isPendingRow(), lte(encryptedDevices.registeredAt, time)))
    .limit(100)
    .all()
}

/** Since when the one has waited for the bouncer that has waited longest, in UNIX seconds; null if none does. */
export function firstPending(db: Connection): number | null {
  return selectFirstPending(db).get()?.at ?? null
}

const selectFirstPending = prepared((orm) =>
  orm
    .select({ at: min(encryptedDevices.registeredAt) })
    .from(encryptedDevices)
    .where(isPendingRow())
    .prepare(),
)

export function isPending({ deviceId, errorCode }: EncryptedDevice): boolean {
  return deviceId === null && errorCode === null
}

export function deleteDevice(tx: Transaction, id: number): void {
  tx.orm.delete(encryptedDevices).where(eq(encryptedDevices.id, id)).run()
}

export function deleteDevicesOf(tx: Transaction, userId: number): void {
  tx.orm.delete(encryptedDevices).where(ofPerson(userId)).run()
}

function ofPerson(userId: number) {
  return eq(encryptedDevices.userId, userId)
}

function isPendingRow() {
  return and(isNull(encryptedDevices.deviceId), isNull(encryptedDevices.errorCode))
}

function isKnownToBouncer(device: EncryptedDevice): device is ActiveDevice {
  return device.deviceId !== null && device.errorCode === null
}
