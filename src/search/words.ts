// The words of a text as search compares them: without case and accents, with their stems; CJK by the character.
import { cyrillicStemmers, latinStemmers } from './stemmers'

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
const asciiRuns = /[0-9a-z\0]+/gi
const isAscii = /^\p{ASCII}*$/u
const isPlain = /^[0-9a-z]*$/i

/** Longer words are compared by their beginning. */
const maxLength = 64

/** Leaves out words that don't begin as wanted. */
export interface WordFilter {
  /** The wanted words of a text in ASCII, and those that begin with a joint. */
  readonly asciiRuns: RegExp
  readonly initials: ReadonlySet<string>
}

/** @param initials the first characters of all words that are wanted */
export function beginningWith(initials: ReadonlySet<string>): WordFilter {
  const plain = [...initials].filter((initial) => isPlain.test(initial)).join('')
  const asciiRuns = new RegExp(String.raw`(?<![0-9a-z\0])[${plain}\0][0-9a-z\0]*`, 'gi')
  return { asciiRuns, initials }
}

/**
 * The words of a text, in order.
 * @param filter leaves out most of the words that are not wanted.
 */
export function wordsOf(text: string, filter?: WordFilter): Word[] {
  const words: Word[] = []
  const inAscii = isAscii.test(text)
  const pattern = inAscii ? (filter?.asciiRuns ?? asciiRuns) : runs
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [run] = match
    if (!inAscii && filter && !mayBegin(run, filter.initials)) continue
    const word = folded(run)
    if (word !== '') words.push({ text: word, start: match.index, end: match.index + run.length })
  }
  return words
}

/** A letter or digit of ASCII begins its word as it is; what becomes of other characters is not known yet. */
function mayBegin(run: string, initials: ReadonlySet<string>): boolean {
  const first = run.charAt(0)
  return first === joint || !isPlain.test(first) || initials.has(first.toLowerCase())
}

/** Without case, accents, widths and joints. */
function folded(run: string): string {
  if (isPlain.test(run)) return (run.length > maxLength ? run.slice(0, maxLength) : run).toLowerCase()
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
const stemsOfKnown = new Map<string, readonly string[]>()
const maxKnown = 50_000

/** The stems of a word, other than itself, in the languages it may be of; they begin as it does. */
export function stemsOf(word: string): readonly string[] {
  if (word.length < 3 || word.length > 32) return none
  const known = stemsOfKnown.get(word)
  if (known) return known
  const stems = new Set(stemmersFor(word).map((stem) => stem(word)))
  stems.delete(word)
  const found = stems.size === 0 ? none : [...stems].filter((stem) => stem.length > 1 && stem[0] === word[0])
  if (stemsOfKnown.size >= maxKnown) stemsOfKnown.clear()
  stemsOfKnown.set(word, found)
  return found
}

function stemmersFor(word: string) {
  if (/^[a-z]+$/.test(word)) return latinStemmers()
  return /^\p{sc=Cyrillic}+$/u.test(word) ? cyrillicStemmers() : []
}
