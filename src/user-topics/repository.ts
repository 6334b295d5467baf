// SQL of people's choices for single topics, kept in memory by person and by topic.
import { and, eq, sql } from 'drizzle-orm'
import { among, selection } from '../database/columns'
import { given, prepared } from '../database/prepared'
import type { Organization } from '../organization/organization'
import { keyedCache } from '../organization/cache'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { userTopics } from './tables'

/** How a person wants to see a topic; the numbers are the protocol's. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const
export type Visibility = (typeof visibility)[keyof typeof visibility]

/** A person's choice for a topic, as stored. */
export type UserTopic = typeof userTopics.$inferSelect

/** A topic of a channel, as topics are compared. */
export interface TopicRef {
  channelId: number
  topicKey: string
}

const ownChoices = prepared((orm) =>
  orm
    .select()
    .from(userTopics)
    .where(eq(userTopics.userId, given('userId')))
    .orderBy(sql`rowid`)
    .prepare(),
)

/** User ID → channel ID → topic key → what they chose; in the order the choices were first made. */
export const userTopicsOf = keyedCache(
  [userTopics.userId],
  (organization, userId: number): ReadonlyMap<number, ReadonlyMap<string, UserTopic>> => {
    const byChannel = new Map<number, Map<string, UserTopic>>()
    for (const row of ownChoices(organization.db).all({ userId })) {
      const known = byChannel.get(row.channelId)
      if (known) known.set(row.topicKey, row)
      else byChannel.set(row.channelId, new Map([[row.topicKey, row]]))
    }
    return byChannel
  },
)

const choice = selection(userTopics, 't', [
  'userId',
  'channelId',
  'topicKey',
  'topic',
  'visibility',
  'updatedAt',
])

/** By hand: a topic may be everybody's, and each message in it asks. */
const choicesByTopic = keyedCache(
  [{ key: [userTopics.channelId, userTopics.topicKey] }],
  (organization, key: string): ReadonlyMap<number, UserTopic> => {
    const { channelId, topicKey } = topicRef(key)
    const rows = organization.db.sqlite
      .query<UserTopic, [number, string]>(
        `SELECT ${choice.sql} FROM user_topics t WHERE t.channel_id = ? AND t.topic_key = ? ORDER BY t.user_id`,
      )
      .all(channelId, topicKey)
    return new Map(rows.map((row) => [row.userId, row]))
  },
)

/** Everybody's choice for one topic, by user ID; for a message's recipients, in one look. */
export function choicesFor(
  organization: Organization,
  channelId: number,
  topicKey: string,
): ReadonlyMap<number, UserTopic> {
  return choicesByTopic(organization, `${channelId} ${topicKey}`)
}

/** Of these people, those who have muted a topic of any of these channels. */
export function thoseWithMutedTopics(
  db: Connection,
  userIds: readonly number[],
  channelIds: readonly number[],
): number[] {
  const muted = sql`
    SELECT 1 FROM ${userTopics} WHERE user_id = person.value AND visibility = ${visibility.muted}
    AND channel_id IN (SELECT value FROM json_each(${JSON.stringify(channelIds)}))`
  const found = db.orm.all<{ id: number }>(sql`
    SELECT value AS id FROM json_each(${JSON.stringify(userIds)}) AS person WHERE EXISTS (${muted})`)
  return found.map(({ id }) => id)
}

/** Stores the same choice for each of these people; an earlier one keeps its spelling of the topic. */
export function storeUserTopics(
  tx: Transaction,
  userIds: readonly number[],
  { channelId, topicKey, topic, visibility, updatedAt }: Omit<UserTopic, 'userId'>,
): void {
  tx.orm.run(sql`
    INSERT INTO ${userTopics} (user_id, channel_id, topic_key, topic, visibility, updated_at)
    SELECT value, ${channelId}, ${topicKey}, ${topic}, ${visibility}, ${updatedAt}
    FROM json_each(${JSON.stringify(userIds)}) WHERE true
    ON CONFLICT DO UPDATE SET visibility = excluded.visibility, updated_at = excluded.updated_at`)
}

export function deleteUserTopics(
  tx: Transaction,
  userIds: readonly number[],
  { channelId, topicKey }: TopicRef,
): void {
  const ofTopic = and(eq(userTopics.channelId, channelId), eq(userTopics.topicKey, topicKey))
  tx.orm
    .delete(userTopics)
    .where(and(ofTopic, among(userTopics.userId, userIds)))
    .run()
}

function topicRef(key: string): TopicRef {
  const space = key.indexOf(' ')
  return { channelId: Number(key.slice(0, space)), topicKey: key.slice(space + 1) }
}
