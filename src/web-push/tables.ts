// Table of web push subscriptions: browsers, and apps that take part in UnifiedPush.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sessions } from '../sessions/tables'
import { apiKeys, userColumn } from '../users/tables'

/** A subscription ends with what it was made with: the session of the browser, or the API key of the app. */
export const webPushSubscriptions = sqliteTable(
  'web_push_subscriptions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    /** An address at a push service, which nobody else knows. */
    endpoint: text().notNull(),
    /** The browser's public key: a point of P-256, not compressed, Base64url. */
    p256dh: text().notNull(),
    /** A secret that the browser shares with the server: 16 bytes, Base64url. */
    auth: text().notNull(),
    sessionId: integer('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    apiKeyId: integer('api_key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** UNIX seconds. */
    subscribedAt: integer('subscribed_at').notNull(),
  },
  (table) => [
    uniqueIndex('web_push_subscriptions_endpoint').on(table.endpoint),
    index('web_push_subscriptions_user').on(table.userId),
    index('web_push_subscriptions_session').on(table.sessionId),
    index('web_push_subscriptions_api_key').on(table.apiKeyId),
  ],
)
