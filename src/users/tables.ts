// Tables of people and bots, of their API keys, of what they say in custom profile fields, and of when they were last active.
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'

export const users = sqliteTable(
  'users',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The real address, as typed. */
    email: text().notNull(),
    /** The address as compared: NFKC, lower case. */
    emailKey: text('email_key').notNull(),
    fullName: text('full_name').notNull(),
    /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
    role: integer().notNull(),
    isActive: flag('is_active').notNull().default(true),
    /** Null for people; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
    botType: integer('bot_type'),
    botOwnerId: integer('bot_owner_id'),
    /** The server's own bots, such as the notification bot. */
    isSystemBot: flag('is_system_bot').notNull().default(false),
    /** A `Bun.password` hash; null for bots. */
    passwordHash: text('password_hash'),
    /** The right to create users that stands beside the administrator role (contract 4.6). */
    canCreateUsers: flag('can_create_users').notNull().default(false),
    /** Who sees the real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
    emailAddressVisibility: integer('email_address_visibility').notNull().default(1),
    timezone: text().notNull().default(''),
    /** `U` uploaded; `G` made by somebody else: by gravatar.com, or by this server. */
    avatarSource: text('avatar_source').notNull().default('G'),
    /** Which of the two it is where nothing is uploaded: follows the setting `use_gravatar`, some people at a time. */
    hasGravatar: flag('has_gravatar').notNull().default(false),
    avatarVersion: integer('avatar_version').notNull().default(1),
    /** Names of the uploaded pictures, of 100 and 500 pixels; null where there are none. (The table of pictures knows of people already.) */
    avatar: text(),
    avatarMedium: text('avatar_medium'),
    /** Whether a member has been here for the organization's waiting period; kept up to date by the timer. */
    isFullMember: flag('is_full_member').notNull().default(true),
    /** UNIX seconds. */
    dateJoined: integer('date_joined').notNull(),
  },
  (table) => [uniqueIndex('users_email_key').on(table.emailKey)],
)

/** On which day each person last did anything: as days since the epoch, in UTC. */
export const userActivity = sqliteTable('user_activity', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  day: integer().notNull(),
})

/** A column that says who. */
export const userColumn = (name = 'user_id') =>
  integer(name)
    .notNull()
    .references(() => users.id)

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    /** SHA-256 of the key; the key itself is never stored. */
    hash: blob({ mode: 'buffer' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** Name of the client that logged in. */
    client: text().notNull().default(''),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.hash), index('api_keys_user').on(table.userId)],
)

/** What people say in custom profile fields; which fields there are: `profile-fields/tables.ts`. */
export const profileValues = sqliteTable(
  'profile_values',
  {
    userId: userColumn(),
    fieldId: integer('field_id').notNull(),
    value: text().notNull(),
    /** HTML, of the kinds of fields that take Markdown. */
    renderedValue: text('rendered_value'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.fieldId] }),
    index('profile_values_field').on(table.fieldId),
  ],
)
