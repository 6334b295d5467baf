// Tables of invitations: of one person by e-mail address, or of whoever has the link; and where those who come are put.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { channelColumn } from '../channels/tables'
import { flag } from '../database/columns'
import { userGroups } from '../user-groups/tables'
import { userColumn } from '../users/tables'

/** Times are UNIX seconds. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The random part of the link. It is kept as it is: people are shown their links again. */
    key: text().notNull(),
    /** Null where anyone with the link may come. */
    email: text(),
    /** The address as compared. */
    emailKey: text('email_key'),
    inviterId: userColumn('inviter_id'),
    /** The role of those who come. */
    role: integer().notNull(),
    invitedAt: integer('invited_at').notNull(),
    /** Null is never. */
    expiresAt: integer('expires_at'),
    /** Whether those who come are subscribed to the default channels, beside those of the invitation. */
    includesDefaults: flag('includes_defaults').notNull(),
    /** Whether the inviter is told who has come. */
    tellsInviter: flag('tells_inviter').notNull(),
    /** What greets those who come; null is what the organization says, empty nothing. */
    welcomeText: text('welcome_text'),
    /** `open`, or why it no longer is: `accepted`, `revoked`, `expired`. */
    state: text({ enum: ['open', 'accepted', 'revoked', 'expired'] })
      .notNull()
      .default('open'),
  },
  (table) => [
    uniqueIndex('invitations_key').on(table.key),
    index('invitations_email_key').on(table.emailKey),
    index('invitations_state').on(table.state, table.expiresAt),
    index('invitations_invited').on(table.invitedAt),
  ],
)

const invitationColumn = () =>
  integer('invitation_id')
    .notNull()
    .references(() => invitations.id)

export const invitationChannels = sqliteTable(
  'invitation_channels',
  {
    invitationId: invitationColumn(),
    channelId: channelColumn(),
  },
  (table) => [primaryKey({ columns: [table.invitationId, table.channelId] })],
)

export const invitationGroups = sqliteTable(
  'invitation_groups',
  {
    invitationId: invitationColumn(),
    groupId: integer('group_id')
      .notNull()
      .references(() => userGroups.id),
  },
  (table) => [primaryKey({ columns: [table.invitationId, table.groupId] })],
)
