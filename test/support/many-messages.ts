// A channel with more messages than a test can send.
import { setBits } from '../../src/message-flags/repository'
import { flagBits } from '../../src/messages/flags'
import type { ChannelRef } from './channels'
import type { Client } from './client'
import { sendToChannel } from './messages'
import type { TestServer } from './server'

/** Puts that many messages into a channel, unread for the person, straight into the tables. @returns their IDs. */
export async function fill(
  server: TestServer,
  channel: ChannelRef,
  reader: Client,
  count: number,
): Promise<number[]> {
  const first = await sendToChannel(server.owner, channel)
  await server.organization.write((tx) => {
    const columns = `sender_id, conversation_id, channel_id, topic, topic_key, content, rendered_content,
      renderer_version, sent_at, client, is_me_message, has_link, has_image, has_attachment`
    const number = `WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < ?)`
    tx.sqlite
      .query(
        `${number} INSERT INTO messages (${columns}) SELECT ${columns} FROM number, messages WHERE id = ?`,
      )
      .run(count, first)
  })
  const ids = Array.from({ length: count }, (_, index) => first + index)
  await server.organization.write((tx) => setBits(tx, reader.id, ids, flagBits.unread))
  return ids
}
