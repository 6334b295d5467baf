// Table of the e-mail addresses of channels: what stands in them and nobody can guess.
import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { channelColumn } from '../channels/tables'
import { userColumn } from '../users/tables'

export const channelEmailTokens = sqliteTable(
  'channel_email_tokens',
  {
    /** 128 bits in hexadecimal. In the clear: whoever may post is shown the same address each time. */
    token: text().primaryKey(),
    channelId: channelColumn(),
    /** Whose address it is: who asked for it, and must be allowed to post when a mail comes. */
    creatorId: userColumn('creator_id'),
    /** In whose name mails are to be posted: the creator, a bot of theirs, or the server's own bot. */
    senderId: userColumn('sender_id'),
  },
  (table) => [
    uniqueIndex('channel_email_tokens_purpose').on(table.channelId, table.creatorId, table.senderId),
  ],
)
