// Tables of channels, who is subscribed to them, and the periods of those subscriptions.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { userGroups } from '../user-groups/tables'
import { userColumn, users } from '../users/tables'

const permission = (name: string) =>
  integer(name)
    .notNull()
    .references(() => userGroups.id)

export const channels = sqliteTable(
  'channels',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** The name as compared: NFKC, lower case. */
    nameKey: text('name_key').notNull(),
    description: text().notNull().default(''),
    renderedDescription: text('rendered_description').notNull().default(''),
    creatorId: integer('creator_id').references(() => users.id),
    /** UNIX seconds. */
    dateCreated: integer('date_created').notNull(),
    isPrivate: flag('is_private').notNull().default(false),
    isWebPublic: flag('is_web_public').notNull().default(false),
    /** False: subscribers see only what was sent since they joined. */
    isHistoryShared: flag('is_history_shared').notNull().default(true),
    isArchived: flag('is_archived').notNull().default(false),
    isDefault: flag('is_default').notNull().default(false),
    folderId: integer('folder_id'),
    /** `inherit`, `allow_empty_topic`, `disable_empty_topic`, `empty_topic_only`. */
    topicsPolicy: text('topics_policy').notNull().default('inherit'),
    /** Null inherits the organization's; -1 is forever. */
    messageRetentionDays: integer('message_retention_days'),
    /** Whether something was sent here within half a year; the timer keeps it. */
    isRecentlyActive: flag('is_recently_active').notNull().default(true),
    /** Messages a week, over the last four weeks; null while the channel is too young to say. The timer keeps it. */
    weeklyTraffic: integer('weekly_traffic'),
    /** The ID of the first message ever sent here. */
    firstMessageId: integer('first_message_id'),
    canAddSubscribersGroup: permission('can_add_subscribers_group'),
    canAdministerChannelGroup: permission('can_administer_channel_group'),
    canCreateTopicGroup: permission('can_create_topic_group'),
    canDeleteAnyMessageGroup: permission('can_delete_any_message_group'),
    canDeleteOwnMessageGroup: permission('can_delete_own_message_group'),
    canMoveMessagesOutOfChannelGroup: permission('can_move_messages_out_of_channel_group'),
    canMoveMessagesWithinChannelGroup: permission('can_move_messages_within_channel_group'),
    canRemoveSubscribersGroup: permission('can_remove_subscribers_group'),
    canResolveTopicsGroup: permission('can_resolve_topics_group'),
    canSendMessageGroup: permission('can_send_message_group'),
    canSubscribeGroup: permission('can_subscribe_group'),
  },
  (table) => [uniqueIndex('channels_name').on(table.nameKey)],
)

/** A column that says in which channel. */
export const channelColumn = () =>
  integer('channel_id')
    .notNull()
    .references(() => channels.id)

/** A person's relation to a channel; kept, inactive, after unsubscribing. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    userId: userColumn(),
    channelId: channelColumn(),
    isActive: flag('is_active').notNull().default(true),
    color: text().notNull(),
    isPinned: flag('is_pinned').notNull().default(false),
    isMuted: flag('is_muted').notNull().default(false),
    /** Null in these five inherits the person's own setting. */
    desktopNotifications: flag('desktop_notifications'),
    audibleNotifications: flag('audible_notifications'),
    pushNotifications: flag('push_notifications'),
    emailNotifications: flag('email_notifications'),
    wildcardMentionsNotify: flag('wildcard_mentions_notify'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.channelId] }),
    index('subscriptions_channel').on(table.channelId, table.isActive),
  ],
)

/**
 * When a person was subscribed, in message IDs: they received the channel's messages with
 * `from_message_id < id` and, once the period has ended, `id <= to_message_id`.
 */
export const subscriptionPeriods = sqliteTable(
  'subscription_periods',
  {
    userId: userColumn(),
    channelId: channelColumn(),
    /** The newest message ID of the organization when the period began. */
    fromMessageId: integer('from_message_id').notNull(),
    /** The newest message ID when it ended; null while it lasts. */
    toMessageId: integer('to_message_id'),
    /**
     * They were not subscribed, but had received the messages elsewhere before those came here: in a channel with
     * protected history they keep them.
     */
    isKept: integer('is_kept', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.channelId, table.fromMessageId] }),
    index('subscription_periods_channel').on(table.channelId, table.userId),
  ],
)
