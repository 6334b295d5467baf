// Table of what bots have beside their accounts: their keys, defaults, and what they are configured with.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { channels } from '../channels/tables'
import { flag } from '../database/columns'
import { users } from '../users/tables'

/** The bots that people have made; the server's own have no row here. Type and owner stand with the account. */
export const bots = sqliteTable('bots', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The key itself, unlike those of people: whoever administers the bot is shown it at any time. */
  apiKey: text('api_key').notNull(),
  /** Where it sends what it addresses to nobody. */
  defaultSendingChannelId: integer('default_sending_channel_id').references(() => channels.id),
  /** What its queues are narrowed to where it does not say. */
  defaultEventsChannelId: integer('default_events_channel_id').references(() => channels.id),
  /** Whether its queues get messages of all public channels where it does not say. */
  hearsPublicChannels: flag('hears_public_channels').notNull().default(false),
  serviceName: text('service_name').notNull().default(''),
  /** Where an outgoing webhook bot posts to; null for other types, as the two that follow. */
  payloadUrl: text('payload_url'),
  /** 1 the protocol's own format, 2 that of Slack. */
  payloadFormat: integer('payload_format'),
  /** By which whoever is posted to knows that it is this bot (contract 5.7). */
  webhookToken: text('webhook_token'),
  /** Since when its calls fail, as its owner was told, in UNIX seconds; null while they are answered. */
  webhookFailsSince: integer('webhook_fails_since'),
  /** What its program is configured with: names and texts. */
  configData: text('config_data', { mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
})
