// Tables of default channel groups: named sets of channels that new people may choose to start in.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { channelColumn } from '../channels/tables'

export const defaultChannelGroups = sqliteTable(
  'default_channel_groups',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** The name as compared: NFKC, lower case. */
    nameKey: text('name_key').notNull(),
    description: text().notNull(),
  },
  (table) => [uniqueIndex('default_channel_groups_name').on(table.nameKey)],
)

/** Which channels are in which groups. */
export const defaultChannelGroupChannels = sqliteTable(
  'default_channel_group_channels',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => defaultChannelGroups.id, { onDelete: 'cascade' }),
    channelId: channelColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.channelId] }),
    index('default_channel_group_channels_channel').on(table.channelId),
  ],
)
