// What a person can do with their alert words, and whose words a message holds (contract 4.15).
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { fold } from './matcher'
import { deleteWords, insertWord, matcher, wordsOf } from './repository'
import { alertWordsEvent } from './wire'

/** In characters (contract 8). */
const maxWordLength = 100
const maxWordsPerPerson = 1000

/**
 * Adds words; those the person has already, in any case, are ignored.
 * @returns all their words.
 * @throws ApiError BAD_REQUEST for a word that is empty or too long, or when there are too many.
 */
export function addAlertWords(
  organization: Organization,
  caller: User,
  words: readonly string[],
): Promise<readonly string[]> {
  const clean = words.map(checkedWord)
  return organization.write((tx) => {
    let added = 0
    for (const word of clean) if (insertWord(tx, caller.id, word, fold(word))) added++
    const all = wordsOf(organization, caller.id)
    if (all.length > maxWordsPerPerson) {
      throw badRequest(`alert_words: you can have at most ${maxWordsPerPerson} alert words`)
    }
    if (added > 0) emit(tx, alertWordsEvent(caller.id, all))
    return all
  })
}

/** Removes words, in any case; those the person does not have are ignored. @returns the words that are left. */
export function removeAlertWords(
  organization: Organization,
  caller: User,
  words: readonly string[],
): Promise<readonly string[]> {
  return organization.write((tx) => {
    const removed = deleteWords(
      tx,
      caller.id,
      words.map((word) => fold(word.trim())),
    )
    const left = wordsOf(organization, caller.id)
    if (removed > 0) emit(tx, alertWordsEvent(caller.id, left))
    return left
  })
}

/**
 * The people one of whose alert words occurs in the text: without case, on word borders in any script.
 * @param alertText a message's text without its code and the addresses of its links.
 */
export function alertedUserIds(organization: Organization, alertText: string): ReadonlySet<number> {
  return matcher(organization).match(alertText)
}

function checkedWord(word: string, index: number): string {
  const clean = trimmed(word)
  if (clean === '') throw badRequest(`alert_words[${index}] is empty`)
  if (isLongerThan(clean, maxWordLength)) {
    throw badRequest(`alert_words[${index}] is too long (limit: ${maxWordLength} characters)`)
  }
  return clean
}
