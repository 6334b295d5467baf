// What a search asks for, as words and phrases: as a full-text query, and as a test of one text.
import { stemsOf, wordsOf, type Word } from './words'

/** All of the words next to each other, as they are; or a word in any of its forms. */
export type SearchPart =
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  | { readonly kind: 'word'; readonly forms: ReadonlySet<string> }

/** A message's words, as they are searched. */
export interface SearchedText {
  readonly words: readonly Word[]
  readonly topicWords: readonly Word[]
  /** All forms of all of them. */
  readonly forms: ReadonlySet<string>
}

/** So many different words of a message are found by their stems, too; the others only as they are. */
const maxStemmed = 1000
/** A word is in a message so many times at most: to look for phrases takes as long as their words are repeated. */
const maxRepeated = 500

export function searchedText(text: string, topic: string): SearchedText {
  const words = withoutRepetition(wordsOf(text))
  const topicWords = topicWordsOf(topic)
  const forms = new Set<string>()
  for (const { text: word } of [...topicWords, ...words]) {
    forms.add(word)
    if (forms.size < maxStemmed) for (const stem of stemsOf(word)) forms.add(stem)
  }
  return { words, topicWords, forms }
}

/** The words of a topic; however a topic is spelled, they are the same (`topicKey`): those of `㎏` are those of `kg`. */
export function topicWordsOf(topic: string): readonly Word[] {
  return wordsOf(topic.normalize('NFKC'))
}

/** Where a word is left out, there is one without letters, which nobody searches for. */
function withoutRepetition(words: readonly Word[]): readonly Word[] {
  if (words.length <= maxRepeated) return words
  const counts = new Map<string, number>()
  return words.map((word) => {
    const count = (counts.get(word.text) ?? 0) + 1
    counts.set(word.text, count)
    return count > maxRepeated ? { ...word, text: '' } : word
  })
}

/**
 * Reads what somebody searches for: "quoted phrases" are found as they are, other words in all their forms; what is
 * repeated counts once. Nothing in it is syntax but the quotes; one without its other is a space.
 * @param limit of words and phrases: the rest is not read.
 */
export function searchParts(text: string, limit: number): readonly SearchPart[] {
  const parts = new Map<string, SearchPart>()
  for (const [, phrase, chunk = ''] of text.matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    if (parts.size >= limit) break
    const pieces = phrase === undefined ? chunk.split(/['’]/) : [phrase]
    for (const piece of pieces) {
      const words = wordsOf(piece)
      const part = phrase === undefined ? partOf(words, chunk) : phraseOf(words)
      if (part) parts.set(`${part.kind} ${words.map((word) => word.text).join(' ')}`, part)
    }
  }
  return [...parts.values()].slice(0, limit)
}

/** What stands together without spaces, such as an address, is a phrase. */
function partOf(words: readonly Word[], chunk: string): SearchPart | undefined {
  const [word] = words
  if (!word || words.length > 1) return phraseOf(words)
  // The "s" of "Ann's", the "l" of "l'eau".
  if (word.text.length === 1 && /['’]/.test(chunk)) return undefined
  return { kind: 'word', forms: new Set([word.text, ...stemsOf(word.text)]) }
}

function phraseOf(words: readonly Word[]): SearchPart | undefined {
  return words.length === 0 ? undefined : { kind: 'phrase', words: words.map(({ text }) => text) }
}

/** Whether the text has all of it; nothing has what has no words. */
export function matchesSearch(parts: readonly SearchPart[], searched: SearchedText): boolean {
  if (parts.length === 0) return false
  return parts.every((part) => {
    if (part.kind === 'word') return !part.forms.isDisjointFrom(searched.forms)
    return hasPhrase(part.words, searched.words) || hasPhrase(part.words, searched.topicWords)
  })
}

/** Where each of the words stands: made when the first phrase is looked for among them. */
const placesOfWords = new WeakMap<readonly Word[], ReadonlyMap<string, readonly number[]>>()

function placesIn(words: readonly Word[]): ReadonlyMap<string, readonly number[]> {
  const known = placesOfWords.get(words)
  if (known) return known
  const places = new Map<string, number[]>()
  for (const [place, { text }] of words.entries()) {
    const others = places.get(text)
    if (others) others.push(place)
    else places.set(text, [place])
  }
  placesOfWords.set(words, places)
  return places
}

/** Whether the words stand next to each other anywhere: looked for where the rarest of them stands. */
function hasPhrase(phrase: readonly string[], words: readonly Word[]): boolean {
  const places = placesIn(words)
  let rarest: readonly number[] | undefined
  let offset = 0
  for (const [index, word] of phrase.entries()) {
    const found = places.get(word)
    if (!found) return false
    if (rarest && rarest.length <= found.length) continue
    rarest = found
    offset = index
  }
  const isAt = (start: number) => phrase.every((word, index) => words[start + index]?.text === word)
  return rarest?.some((place) => isAt(place - offset)) ?? false
}

/** At which of the words the phrase begins. */
export function placesOf(phrase: readonly string[], words: readonly Word[]): number[] {
  const places: number[] = []
  for (let at = 0; at + phrase.length <= words.length; at++) {
    if (phrase.every((word, index) => words[at + index]?.text === word)) places.push(at)
  }
  return places
}
