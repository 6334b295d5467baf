// SQL of saved snippets.
import { and, count, eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { savedSnippets } from './tables'

export type SavedSnippet = typeof savedSnippets.$inferSelect

/** A person's snippets, oldest first. */
export function snippetsOf(db: Connection, userId: number): SavedSnippet[] {
  const ofPerson = eq(savedSnippets.userId, userId)
  return db.orm.select().from(savedSnippets).where(ofPerson).orderBy(savedSnippets.id).all()
}

export function countSnippets(db: Connection, userId: number): number {
  const ofPerson = eq(savedSnippets.userId, userId)
  return db.orm.select({ count: count() }).from(savedSnippets).where(ofPerson).get()?.count ?? 0
}

export function insertSnippet(tx: Transaction, snippet: typeof savedSnippets.$inferInsert): SavedSnippet {
  return tx.orm.insert(savedSnippets).values(snippet).returning().get()
}

/** A person's snippet, if they have one with that ID. */
export function snippetOf(db: Connection, userId: number, id: number): SavedSnippet | undefined {
  return db.orm.select().from(savedSnippets).where(own(userId, id)).get()
}

/** @returns the snippet as it is now. */
export function updateSnippet(
  tx: Transaction,
  id: number,
  changes: { title?: string; content?: string },
): SavedSnippet {
  return tx.orm.update(savedSnippets).set(changes).where(eq(savedSnippets.id, id)).returning().get()
}

/** @returns whether the person had one with that ID. */
export function deleteSnippet(tx: Transaction, userId: number, id: number): boolean {
  return tx.orm.delete(savedSnippets).where(own(userId, id)).returning().get() !== undefined
}

function own(userId: number, id: number) {
  return and(eq(savedSnippets.id, id), eq(savedSnippets.userId, userId))
}
