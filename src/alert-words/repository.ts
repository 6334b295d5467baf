// SQL of alert words, and the matcher that all people's words make, kept in memory.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { cache, keyedCache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { AlertWordMatcher } from './matcher'
import { alertWords } from './tables'

/** A person's words as they wrote them, in the order they were added. */
export const wordsOf = keyedCache([alertWords.userId], (organization, userId: number): readonly string[] =>
  organization.db.orm
    .select({ word: alertWords.word })
    .from(alertWords)
    .where(eq(alertWords.userId, userId))
    .orderBy(sql`rowid`)
    .all()
    .map(({ word }) => word),
)

/** Everybody's words, ready to be looked for. */
export const matcher = cache([alertWords], (organization): AlertWordMatcher => {
  const matcher = new AlertWordMatcher()
  for (const { userId, wordKey } of organization.db.orm.select().from(alertWords).all()) {
    matcher.add(userId, wordKey)
  }
  return matcher
})

/** Adds a word. @returns whether it is new to the person. */
export function insertWord(tx: Transaction, userId: number, word: string, wordKey: string): boolean {
  const added = tx.orm.insert(alertWords).values({ userId, word, wordKey }).onConflictDoNothing().returning()
  return added.all().length > 0
}

/** Removes words by their keys. @returns how many there were. */
export function deleteWords(tx: Transaction, userId: number, wordKeys: string[]): number {
  const ofPerson = and(eq(alertWords.userId, userId), inArray(alertWords.wordKey, wordKeys))
  return tx.orm.delete(alertWords).where(ofPerson).returning().all().length
}
