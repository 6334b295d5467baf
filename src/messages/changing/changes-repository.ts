// SQL of what becomes of messages after they were sent: edited, moved, what they say to people. The only writer of it.
// By hand is what reads or writes a row for each of many messages or people: Drizzle takes several times as long for rows.
import { and, asc, between, count, desc, eq, min, ne } from 'drizzle-orm'
import { moveLinks } from '../../attachments/links-repository'
import { among } from '../../database/columns'
import { given, prepared } from '../../database/prepared'
import type { Connection } from '../../organization/database'
import type { Transaction } from '../../organization/writer'
import { noteForSearch, noteMoveForSearch } from '../../search/repository'
import type { StoredEdit } from '../edits-repository'
import { noteTouched } from '../../search/watches'
import { messages } from '../tables'

/** The parts of a message that follow from its content. */
export type ContentColumns = Pick<
  typeof messages.$inferSelect,
  'content' | 'renderedContent' | 'rendererVersion' | 'isMeMessage' | 'hasLink' | 'hasImage' | 'hasAttachment'
>

const updateOne = prepared((orm) =>
  orm
    .update(messages)
    .set({
      content: given('content'),
      renderedContent: given('renderedContent'),
      rendererVersion: given('rendererVersion'),
      isMeMessage: given('isMeMessage'),
      hasLink: given('hasLink'),
      hasImage: given('hasImage'),
      hasAttachment: given('hasAttachment'),
      lastEditedAt: given('editedAt'),
    })
    .where(eq(messages.id, given('id')))
    .prepare(),
)

/** @param editedAt UNIX seconds. */
export function updateContent(tx: Transaction, id: number, columns: ContentColumns, editedAt: number): void {
  updateOne(tx).run({ ...columns, id, editedAt })
  noteForSearch(tx, [id])
}

const updateHtml = prepared((orm) =>
  orm
    .update(messages)
    .set({ renderedContent: given('renderedContent') })
    .where(eq(messages.id, given('id')))
    .prepare(),
)

/** Gives a message other HTML for the text that it has. */
export function updateRenderedContent(tx: Transaction, id: number, renderedContent: string): void {
  updateHtml(tx).run({ id, renderedContent })
  noteForSearch(tx, [id])
}

/** Where messages are. */
export type Place = Pick<typeof messages.$inferSelect, 'conversationId' | 'topic' | 'topicKey'> & {
  channelId: number
}

/** Whether the topic of one of the messages is spelled in another way. */
export function isSpelledOtherwise(db: Connection, ids: readonly number[], topic: string): boolean {
  const isOther = and(among(messages.id, ids), ne(messages.topic, topic))
  return db.orm.select({ id: messages.id }).from(messages).where(isOther).limit(1).get() !== undefined
}

/** @param movedAt UNIX seconds; null where the topic is merely resolved or unresolved. */
export function updatePlace(
  tx: Transaction,
  ids: readonly number[],
  place: Place,
  movedAt: number | null,
): void {
  noteMoveForSearch(tx, ids, place)
  const { conversationId, channelId, topic, topicKey } = place
  const changes = { conversationId, channelId, topic, topicKey }
  tx.orm
    .update(messages)
    .set(movedAt === null ? changes : { ...changes, lastMovedAt: movedAt })
    .where(among(messages.id, ids))
    .run()
  moveLinks(tx, ids, conversationId)
}

const markEdited = prepared((orm) =>
  orm
    .update(messages)
    .set({ hasEdits: true })
    .where(among(messages.id, given('ids')))
    .prepare(),
)

/** Notes the same edit for each of the messages; what is not given did not change. */
export function insertEdits(
  tx: Transaction,
  ids: readonly number[],
  edit: Pick<StoredEdit, 'userId' | 'editedAt'> & Partial<Omit<StoredEdit, 'messageId'>>,
): void {
  if (ids.length === 0) return
  tx.sqlite
    .query(
      `INSERT INTO message_edits (message_id, user_id, edited_at, previous_content, previous_rendered_content,
         previous_topic, topic, previous_channel_id, channel_id)
       SELECT value, ?, ?, ?, ?, ?, ?, ?, ? FROM json_each(?)`,
    )
    .run(
      edit.userId,
      edit.editedAt,
      edit.previousContent ?? null,
      edit.previousRenderedContent ?? null,
      edit.previousTopic ?? null,
      edit.topic ?? null,
      edit.previousChannelId ?? null,
      edit.channelId ?? null,
      JSON.stringify(ids),
    )
  markEdited(tx).run({ ids: JSON.stringify(ids) })
}

/** A topic of a channel. */
export interface TopicOf {
  channelId: number
  topicKey: string
}

function inStretch({ channelId, topicKey }: TopicOf, [from, to]: readonly [from: number, to: number]) {
  return and(
    eq(messages.channelId, channelId),
    eq(messages.topicKey, topicKey),
    between(messages.id, from, to),
  )
}

/** The newest messages of a topic in a stretch of IDs, newest first. */
export function newestOfTopic(
  db: Connection,
  topic: TopicOf,
  stretch: readonly [from: number, to: number],
  limit: number,
): number[] {
  return db.orm
    .select({ id: messages.id })
    .from(messages)
    .where(inStretch(topic, stretch))
    .orderBy(desc(messages.id))
    .limit(limit)
    .all()
    .map(({ id }) => id)
}

export function oldestOfTopic(
  db: Connection,
  topic: TopicOf,
  stretch: readonly [from: number, to: number],
): number | undefined {
  return db.orm
    .select({ id: messages.id })
    .from(messages)
    .where(inStretch(topic, stretch))
    .orderBy(asc(messages.id))
    .limit(1)
    .get()?.id
}

export function countOfTopic(
  db: Connection,
  topic: TopicOf,
  stretch: readonly [from: number, to: number],
): number {
  return db.orm.select({ count: count() }).from(messages).where(inStretch(topic, stretch)).get()?.count ?? 0
}

/** To how many people each of the messages says something. */
export function stateCounts(db: Connection, messageIds: readonly number[]): ReadonlyMap<number, number> {
  const rows = db.sqlite
    .query<{ id: number; count: number }, [string]>(
      `SELECT value AS id, (SELECT count(*) FROM message_states WHERE message_id = value) AS count FROM json_each(?)`,
    )
    .all(JSON.stringify(messageIds))
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The oldest message of a conversation that there still is. */
export function oldestMessageId(db: Connection, conversationId: number): number | null {
  const isThere = eq(messages.conversationId, conversationId)
  const oldest = db.orm
    .select({ id: min(messages.id) })
    .from(messages)
    .where(isThere)
    .get()
  return oldest?.id ?? null
}

/** Everybody to whom one of the messages says something. */
export function stateHolderIds(db: Connection, messageIds: readonly number[]): number[] {
  return db.sqlite
    .query<{ userId: number }, [string]>(
      `SELECT DISTINCT s.user_id AS userId FROM json_each(?) wanted
       CROSS JOIN message_states s ON s.message_id = wanted.value`,
    )
    .all(JSON.stringify(messageIds))
    .map(({ userId }) => userId)
}

/** What a message says to people: flag bits by user ID. */
export function statesOf(db: Connection, messageId: number): ReadonlyMap<number, number> {
  const rows = db.sqlite
    .query<{ userId: number; flags: number }, [number]>(
      'SELECT user_id AS userId, flags FROM message_states WHERE message_id = ?',
    )
    .all(messageId)
  return new Map(rows.map(({ userId, flags }) => [userId, flags]))
}

/** What a message says to a person, in flag bits. */
export interface StoredState {
  userId: number
  messageId: number
  flags: number
}

/** What messages say to people. */
export function statesOfMany(db: Connection, messageIds: readonly number[]): StoredState[] {
  return db.sqlite
    .query<StoredState, [string]>(
      `SELECT s.user_id AS userId, s.message_id AS messageId, s.flags FROM json_each(?) wanted
       CROSS JOIN message_states s ON s.message_id = wanted.value`,
    )
    .all(JSON.stringify(messageIds))
}

/** Sets what a message says to a person; bits of 0 need no row. */
export function storeState(tx: Transaction, userId: number, messageId: number, flags: number): void {
  if (flags === 0) return deleteStates(tx, userId, [messageId])
  noteTouched(tx, [messageId], userId)
  tx.sqlite
    .query(
      `INSERT INTO message_states (message_id, user_id, flags) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET flags = excluded.flags`,
    )
    .run(messageId, userId, flags)
}

/** The same for many messages and people to whom they say something, by one statement for each of the bits. */
export function storeStates(tx: Transaction, states: readonly StoredState[]): void {
  for (const { userId, messageId } of states) noteTouched(tx, [messageId], userId)
  for (const [flags, alike] of Map.groupBy(states, (state) => state.flags)) {
    const pairs = JSON.stringify(alike.map(({ messageId, userId }) => [messageId, userId]))
    const areThese = `(message_id, user_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))`
    if (flags === 0) tx.sqlite.query(`DELETE FROM message_states WHERE ${areThese}`).run(pairs)
    else tx.sqlite.query(`UPDATE message_states SET flags = ? WHERE ${areThese}`).run(flags, pairs)
  }
}

/** The messages say nothing more to the person. */
export function deleteStates(tx: Transaction, userId: number, messageIds: readonly number[]): void {
  noteTouched(tx, messageIds, userId)
  tx.sqlite
    .query('DELETE FROM message_states WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?))')
    .run(userId, JSON.stringify(messageIds))
}
