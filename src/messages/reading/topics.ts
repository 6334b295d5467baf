// The topics of a channel, as far as a person may read them.
import { invalidChannel } from '../../http/errors'
import type { Connection } from '../../organization/database'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { historyAccess, visibleChannel } from '../../channels/access'

export interface Topic {
  name: string
  /** The newest message in it that the person may read. */
  maxId: number
}

/**
 * The topics with messages that the viewer may read, the most recent first.
 * @throws ApiError BAD_REQUEST also where they may see the channel, but nothing in it.
 */
export function topicsFor(organization: Organization, viewer: User, channelId: number): Topic[] {
  const channel = visibleChannel(organization, viewer, channelId, invalidChannel)
  const access = historyAccess(organization, viewer, channel)
  if (access === 'nothing') throw invalidChannel({ stream_id: channelId })
  const periods = access === 'all' ? [{ fromMessageId: 0, toMessageId: null }] : access
  const newest = new Map<string, Topic>()
  for (const { fromMessageId, toMessageId } of periods) {
    const until = toMessageId ?? Number.MAX_SAFE_INTEGER
    for (const { key, name, maxId } of newestInEachTopic(organization.db, channelId, fromMessageId, until)) {
      const known = newest.get(key)
      if (!known || known.maxId < maxId) newest.set(key, { name, maxId })
    }
  }
  return [...newest.values()].sort((a, b) => b.maxId - a.maxId)
}

/** Hops from topic to topic in the index, so the time taken grows with the topics, not with the messages. Drizzle can't say it. */
function newestInEachTopic(db: Connection, channelId: number, from: number, until: number) {
  return db.sqlite
    .query<{ key: string; name: string; maxId: number }, [number, number, number]>(
      `WITH RECURSIVE keys(key) AS (
         SELECT min(topic_key) FROM messages WHERE channel_id = ?1
         UNION ALL
         SELECT (SELECT min(topic_key) FROM messages WHERE channel_id = ?1 AND topic_key > keys.key)
         FROM keys WHERE keys.key IS NOT NULL
       )
       SELECT keys.key AS key, messages.topic AS name, messages.id AS maxId
       FROM keys JOIN messages ON messages.id =
         (SELECT max(id) FROM messages
          WHERE channel_id = ?1 AND topic_key = keys.key AND id > ?2 AND id <= ?3)`,
    )
    .all(channelId, from, until)
}
