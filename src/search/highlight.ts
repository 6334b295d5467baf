// Marks what a search found in HTML, without touching anything but its text.
import { textOfHtml } from './html-text'
import { placesOf, type SearchPart } from './query'
import { joint, stemsOf, wordsOf, type Word } from './words'

const opening = '<span class="highlight">'
const closing = '</span>'

/** The HTML with every hit in a `<span class="highlight">`; without those spans it is the same as before. */
export function highlighted(html: string, parts: readonly SearchPart[]): string {
  const text = textOfHtml(html)
  let result = ''
  let from = 0
  for (const { start, end } of hits(wordsOf(text, initialsOf(parts)), parts)) {
    for (const piece of piecesOf(text, Math.max(start, from), end)) {
      result += html.slice(from, piece.start) + opening + html.slice(piece.start, piece.end) + closing
      from = piece.end
    }
  }
  return result + html.slice(from)
}

/** With which characters the words begin that can be hits; undefined where all words count, for phrases. */
function initialsOf(parts: readonly SearchPart[]): ReadonlySet<string> | undefined {
  const initials = new Set<string>()
  for (const part of parts) {
    if (part.kind === 'phrase') return undefined
    for (const form of part.forms) initials.add(form.charAt(0))
  }
  return initials
}

interface Span {
  start: number
  end: number
}

/** Where the hits are, in order; those that overlap or touch as one. */
function hits(words: readonly Word[], parts: readonly SearchPart[]): Span[] {
  const spans: Span[] = []
  for (const part of parts) {
    if (part.kind === 'word') {
      const isHit = ({ text }: Word) =>
        part.forms.has(text) || stemsOf(text).some((stem) => part.forms.has(stem))
      spans.push(...words.filter(isHit))
    } else {
      for (const place of placesOf(part.words, words)) {
        spans.push(...words.slice(place, place + part.words.length))
      }
    }
  }
  spans.sort((a, b) => a.start - b.start || a.end - b.end)
  const merged: Span[] = []
  for (const { start, end } of spans) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** The parts of a hit that are text, without the tags in it. */
function piecesOf(text: string, start: number, end: number): Span[] {
  const pieces: Span[] = []
  let at = start
  while (at < end) {
    if (text[at] === joint) {
      at++
      continue
    }
    const next = text.indexOf(joint, at)
    const until = next < 0 || next > end ? end : next
    pieces.push({ start: at, end: until })
    at = until
  }
  return pieces
}
