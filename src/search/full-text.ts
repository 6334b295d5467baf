// What the full-text index holds of a message, and queries of it: each kept to one block of messages, so that none takes long.
import { blockMarks } from './blocks'
import { searchedText, topicWordsOf, type SearchPart } from './query'
import type { Word } from './words'

/** What a message must have in the index: one of these words, or all of them next to each other. */
export type IndexedPart = { readonly anyOf: readonly string[] } | { readonly inRow: readonly string[] }

// Marks that no word can be, as words hold only letters, marks and digits.
const conversationSign = '\u{E000}'
const senderSign = '\u{E001}'
const formSign = '\u{E003}'
/** Before a message's topic and after it, so that no phrase reaches from one into the other. */
const topicStart = '\u{E004}'
const topicEnd = '\u{E005}'
/** Where a word is left out. */
const gap = '\u{E006}'

export interface IndexedMessage {
  id: number
  senderId: number
  conversationId: number
  topic: string
  /** Without its tags. */
  text: string
}

/** The words of a message as the index takes them, with blanks between. */
export function indexText({ id, senderId, conversationId, topic, text }: IndexedMessage): string {
  const { words, topicWords, forms } = searchedText(text, topic)
  const further = new Set(forms)
  further.delete('')
  for (const word of words) further.delete(word.text)
  for (const word of topicWords) further.delete(word.text)
  return [
    ...blockMarks(id),
    `${conversationSign}${conversationId}`,
    `${senderSign}${senderId}`,
    ...texts(words),
    topicStart,
    ...texts(topicWords),
    topicEnd,
    ...[...further].map((form) => formSign + form),
  ].join(' ')
}

function texts(words: readonly Word[]): string[] {
  return words.map(({ text }) => (text === '' ? gap : text))
}

/** Whether two topics look the same to the index. */
export function isSameTopic(a: string, b: string): boolean {
  return texts(topicWordsOf(a)).join(' ') === texts(topicWordsOf(b)).join(' ')
}

/** What the messages that a search finds have in the index. */
export function indexedParts(parts: readonly SearchPart[]): readonly IndexedPart[] {
  return parts.map((part) =>
    part.kind === 'word'
      ? { anyOf: [...part.forms].flatMap((form) => [form, formSign + form]) }
      : { inRow: part.words },
  )
}

/** Messages whose topic has these words and no others, if it has any: spelling and signs may differ. */
export function indexedTopic(topic: string): readonly IndexedPart[] {
  const words = texts(topicWordsOf(topic))
  return words.length === 0 ? [] : [{ inRow: [topicStart, ...words, topicEnd] }]
}

export function indexedSender(senderId: number): readonly IndexedPart[] {
  return [{ anyOf: [`${senderSign}${senderId}`] }]
}

export function indexedConversations(ids: Iterable<number>): IndexedPart {
  return { anyOf: Array.from(ids, (id) => `${conversationSign}${id}`) }
}

/** How many lists of the index a query goes through side by side, and how many phrases it compares places for. */
export function extent(parts: readonly IndexedPart[]): { lists: number; phrases: number } {
  const phrases = parts.filter((part) => 'inRow' in part)
  return { lists: 1 + parts.length + phrases.length, phrases: phrases.length }
}

/** Queries that find at least all messages with the part, each by one list of the index. */
export function listQueries(part: IndexedPart): string[] {
  return 'anyOf' in part ? [anyQuery(part.anyOf)] : part.inRow.map((word) => anyQuery([word]))
}

/** A query for one of the words: one list of the index, which comes in order. */
export function anyQuery(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ')
}

/**
 * A query for the messages of a block that have all of it. FTS5 goes through the lists of several words side by side
 * until they agree, for however long that takes; the block's own list is one of them, and ends it. That holds for
 * the words of a phrase only if the block is named beside it, and not for filters of columns, so there are none.
 * @param mark of the block, or `blockPlace`.
 */
export function blockQuery(parts: readonly IndexedPart[], mark: string): string {
  const texts = parts.map((part) => {
    if ('anyOf' in part) return `(${anyQuery(part.anyOf)})`
    const phrase = `"${part.inRow.join(' ')}"`
    return part.inRow.length === 1 ? phrase : `NEAR("${mark}" ${phrase}, ${anywhere})`
  })
  return [`"${mark}"`, ...texts].join(' AND ')
}

/** Stands for the mark in a query that SQL puts together. */
export const blockPlace = '§'
/** More words than any message has. */
const anywhere = 1_000_000_000
