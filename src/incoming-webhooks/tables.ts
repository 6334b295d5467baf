// Tables of incoming webhooks: deliveries that may come again, and events that no integration tells of.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

/** What was posted lately, so that it is not posted again when its sender sends it again. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    botId: userColumn('bot_id'),
    /** Hash of the sender's name for it, and of the integration's. */
    delivery: text().notNull(),
    /** The message; it may be deleted by now. */
    messageId: integer('message_id').notNull(),
    /** UNIX seconds. */
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.delivery] }),
    index('webhook_deliveries_received').on(table.receivedAt),
  ],
)

/** What senders told a bot that its integration has no words for. */
export const unsupportedWebhookEvents = sqliteTable(
  'unsupported_webhook_events',
  {
    botId: userColumn('bot_id'),
    integration: text().notNull(),
    /** As the sender calls it. */
    event: text().notNull(),
    count: integer().notNull(),
    /** UNIX seconds. */
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.integration, table.event] })],
)
