// Table of devices that are notified by the plain protocol: what their makers know them by.
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag } from '../../database/columns'
import { userColumn } from '../../users/tables'

export const pushDevices = sqliteTable(
  'push_devices',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    kind: text({ enum: ['apns', 'fcm'] }).notNull(),
    /** With it, whoever may send for the app reaches the device: a secret. */
    token: text().notNull(),
    /** The app that is notified, of Apple's devices: `org.zulip.Zulip`. */
    iosAppId: text('ios_app_id'),
    /** UNIX seconds: when the device last said that it is this person's. */
    registeredAt: integer('registered_at').notNull(),
    /** It is the person's no longer, and the bouncer is yet to be told. */
    isLeaving: flag('is_leaving').notNull().default(false),
  },
  (table) => [
    uniqueIndex('push_devices_person').on(table.userId, table.kind, table.token),
    // A device is one person's at a time.
    uniqueIndex('push_devices_token').on(table.kind, table.token).where(sql.raw('is_leaving = 0')),
  ],
)
