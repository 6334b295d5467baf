// What a channel's messages say about it: the first one, whether there are recent ones, how many a week.
import { asc, count, eq, gte, isNotNull, max } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { conversations, messages } from '../tables'
import { seconds } from '../../organization/clock'
import type { Connection } from '../../organization/database'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { channelDirectory, updateChannel, type Channel } from '../../channels/repository'
import { changingSight } from '../../sight/changing'

const daySeconds = 24 * 60 * 60
/** A channel is recently active if something was sent there in this time. */
const recentSeconds = 180 * daySeconds
/** Traffic is an average over this many weeks, of channels that have been there for one. */
const trafficWeeks = 4

/** To be called when a message has been sent to a channel. */
export function noteMessage(tx: Transaction, channel: Channel, messageId: number): void {
  if (channel.firstMessageId !== null && channel.isRecentlyActive) return
  change(tx, [
    { channel, columns: { firstMessageId: channel.firstMessageId ?? messageId, isRecentlyActive: true } },
  ])
}

/** To be called when messages have gone from a channel or come from another. @param oldestId of those it has now. */
export function noteOldestMessage(tx: Transaction, channelId: number, oldestId: number | null): void {
  const channel = channelDirectory(tx.organization).byId.get(channelId)
  if (!channel || channel.firstMessageId === oldestId) return
  change(tx, [{ channel, columns: { firstMessageId: oldestId } }])
}

type Columns = Partial<Pick<Channel, 'firstMessageId' | 'isRecentlyActive' | 'weeklyTraffic'>>

function change(tx: Transaction, changes: readonly { channel: Channel; columns: Columns }[]): void {
  const channelIds = new Set(changes.map(({ channel }) => channel.id))
  changingSight(tx, { channels: channelIds }, () => {
    for (const { channel, columns } of changes) updateChannel(tx, channel.id, columns)
  })
}

/** Measures every channel's traffic, and which of them have gone quiet. Called by the timer, once a day. */
export async function measureActivity(organization: Organization): Promise<void> {
  const changes = measured(organization, seconds(organization.clock))
  if (changes.length > 0) await organization.write((tx) => change(tx, changes))
}

function measured(organization: Organization, now: number) {
  const counts = messageCounts(organization.db, now - trafficWeeks * 7 * daySeconds)
  const lastSent = lastSentAt(organization.db)
  return channelDirectory(organization).all.flatMap((channel) => {
    const columns = {
      isRecentlyActive: now - (lastSent.get(channel.id) ?? channel.dateCreated) < recentSeconds,
      weeklyTraffic: traffic(channel, counts.get(channel.id) ?? 0, now),
    }
    const isSame =
      columns.isRecentlyActive === channel.isRecentlyActive && columns.weeklyTraffic === channel.weeklyTraffic
    return isSame ? [] : [{ channel, columns }]
  })
}

/** Null for a channel not yet a week old; at least 1 where anything was sent. */
function traffic(channel: Channel, count: number, now: number): number | null {
  const weeks = Math.min((now - channel.dateCreated) / (7 * daySeconds), trafficWeeks)
  if (weeks < 1) return null
  return count === 0 ? 0 : Math.max(1, Math.round(count / weeks))
}

/** Messages of each channel since then. IDs grow with time, so only those from the first one on are looked at. */
function messageCounts(db: Connection, since: number): Map<number, number> {
  const first = firstMessageSince(db, since)
  const rows = db.orm
    .select({ channelId: messages.channelId, count: count() })
    .from(messages)
    .where(gte(messages.id, first))
    .groupBy(messages.channelId)
    .all()
  return new Map(rows.flatMap(({ channelId, count }) => (channelId === null ? [] : [[channelId, count]])))
}

/** The first message sent at that time, UNIX seconds, or after it; by halving, as there is no index on the time. */
export function firstMessageSince(db: Connection, since: number): number {
  const next = (id: number) =>
    db.orm
      .select({ id: messages.id, sentAt: messages.sentAt })
      .from(messages)
      .where(gte(messages.id, id))
      .orderBy(asc(messages.id))
      .limit(1)
      .get()
  const newest = db.orm
    .select({ id: max(messages.id) })
    .from(messages)
    .get()
  let low = 0
  let high = (newest?.id ?? 0) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const message = next(middle)
    if (message && message.sentAt < since) low = message.id + 1
    else high = middle
  }
  return low
}

/** Channel ID → when its newest message was sent. */
function lastSentAt(db: Connection): Map<number, number> {
  const others = alias(messages, 'others')
  const newest = db.orm
    .select({ id: max(others.id) })
    .from(others)
    .where(eq(others.conversationId, conversations.id))
  const rows = db.orm
    .select({ channelId: conversations.channelId, sentAt: messages.sentAt })
    .from(conversations)
    .innerJoin(messages, eq(messages.id, newest))
    .where(isNotNull(conversations.channelId))
    .all()
  return new Map(rows.flatMap(({ channelId, sentAt }) => (channelId === null ? [] : [[channelId, sentAt]])))
}
