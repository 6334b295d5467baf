// Table of end-to-end encrypted devices: phones whose notifications only they can read (level 406).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../../users/tables'

/** A device is pending until the bouncer knows it (`deviceId`) or has refused it (`errorCode`). */
export const encryptedDevices = sqliteTable(
  'encrypted_devices',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    /** Drawn by the client for one account on one phone; another person's may be the same. */
    pushAccountId: integer('push_account_id').notNull(),
    /** `apns` or `fcm`: how the bouncer reaches it. */
    tokenKind: text('token_kind', { enum: ['apns', 'fcm'] }).notNull(),
    /** The key that notifications are sealed to: 32 bytes, Base64. */
    pushPublicKey: text('push_public_key').notNull(),
    /** The bouncer's key that the registration is sealed to: 32 bytes, Base64. */
    bouncerPublicKey: text('bouncer_public_key').notNull(),
    /** What only the bouncer can read: the provider's token of the phone. Base64. */
    encryptedRegistration: text('encrypted_registration').notNull(),
    /** What the bouncer calls the device; null while it does not know it. */
    deviceId: integer('device_id'),
    /** Why it gets nothing; null unless it has failed. */
    errorCode: text('error_code'),
    /** The API key it was registered with: the device is forgotten with it. */
    apiKeyId: integer('api_key_id'),
    /** UNIX seconds. */
    registeredAt: integer('registered_at').notNull(),
  },
  (table) => [
    uniqueIndex('encrypted_devices_account').on(table.userId, table.pushAccountId),
    index('encrypted_devices_pending')
      .on(table.registeredAt)
      .where(sql.raw('device_id IS NULL AND error_code IS NULL')),
  ],
)
