// The words of a text as search compares them: without case and accents, with their stems; CJK by the character.
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import english from 'wink-porter2-stemmer'

/** A word in its place; its text holds only letters, marks and digits. */
export interface Word {
  readonly text: string
  /** From where to where it stands in the text. */
  readonly start: number
  readonly end: number
}

/** Stands in a text where a tag divides a word but does not end it. */
export const joint = '\0'

/** Scripts written without spaces between words: where a word ends is not known, so each character is one. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`
const letter = String.raw`[\p{L}\p{M}\p{N}]`
const runs = new RegExp(
  String.raw`[${unspaced}&&[\p{L}\p{N}]][\p{M}\uFF9E\uFF9F]*|[[${letter}--${unspaced}]\0]+`,
  'gv',
)
const isAscii = /^[0-9a-z]*$/i

/** Longer words are compared by their beginning. */
const maxLength = 64

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(runs)) {
    const [run] = match
    const word = folded(run)
    if (word !== '') words.push({ text: word, start: match.index, end: match.index + run.length })
  }
  return words
}

/** Without case, accents, widths and joints. */
function folded(run: string): string {
  if (isAscii.test(run)) return run.slice(0, maxLength).toLowerCase()
  const plain = run
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþıς]/g, (found) => plainLetters[found] ?? found)
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
  return plain.length <= maxLength ? plain : [...plain].slice(0, maxLength).join('')
}

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

const none: readonly string[] = []
const latin = [english, german, french, spanish, italian, portuguese, dutch]
const stemsOfKnown = new Map<string, readonly string[]>()
const maxKnown = 50_000

/** The stems of a word, other than itself, in the languages it may be of. */
export function stemsOf(word: string): readonly string[] {
  if (word.length < 3 || word.length > 32) return none
  const known = stemsOfKnown.get(word)
  if (known) return known
  const stems = new Set(stemmersFor(word).map((stem) => stem(word)))
  stems.delete(word)
  const found = stems.size === 0 ? none : [...stems].filter((stem) => stem.length > 1)
  if (stemsOfKnown.size >= maxKnown) stemsOfKnown.clear()
  stemsOfKnown.set(word, found)
  return found
}

function stemmersFor(word: string): readonly ((word: string) => string)[] {
  if (/^[a-z]+$/.test(word)) return latin
  return /^\p{sc=Cyrillic}+$/u.test(word) ? [russian] : []
}
