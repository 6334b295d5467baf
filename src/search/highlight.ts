// Marks what a search found in HTML, without touching anything but its text.
import { textOfHtml } from './html-text'
import { placesOf, type SearchPart } from './query'
import { beginningWith, joint, stemsOf, wordsOf, type Word } from './words'

const opening = '<span class="highlight">'
const closing = '</span>'

/** Marks hits in HTML: each in a `<span class="highlight">`; without those spans it is the same as before. */
export type Highlighter = (html: string) => string

/** Marks what is searched for, in one text after another. */
export function highlighter(parts: readonly SearchPart[]): Highlighter {
  const forms = new Set(parts.flatMap((part) => (part.kind === 'word' ? [...part.forms] : [])))
  const phrases = parts.flatMap((part) => (part.kind === 'phrase' ? [part.words] : []))
  // All words count for phrases.
  const filter =
    phrases.length > 0 ? undefined : beginningWith(new Set(Array.from(forms, (form) => form.charAt(0))))
  const isHit = ({ text }: Word) => forms.has(text) || stemsOf(text).some((stem) => forms.has(stem))
  return (html) => {
    const text = textOfHtml(html)
    const words = wordsOf(text, filter)
    const inPhrases = placesOfAll(phrases, words)
    const hits = words.filter((word, place) => isHit(word) || inPhrases.has(place))
    return hits.length === 0 ? html : marked(html, text, hits)
  }
}

/** The places of all words of all the phrases found. */
function placesOfAll(phrases: readonly (readonly string[])[], words: readonly Word[]): ReadonlySet<number> {
  const places = new Set<number>()
  for (const phrase of phrases) {
    let next = 0
    for (const start of placesOf(phrase, words)) {
      // One that is repeated may begin within the one before.
      for (next = Math.max(next, start); next < start + phrase.length; next++) places.add(next)
    }
  }
  return places
}

/** @param hits in order */
function marked(html: string, text: string, hits: readonly Span[]): string {
  let result = ''
  let from = 0
  const mark = (start: number, end: number): void => {
    result += html.slice(from, start) + opening + html.slice(start, end) + closing
    from = end
  }
  for (const { start, end } of hits.length === 1 ? hits : merged(hits)) {
    for (let at = start; at < end;) {
      const next = text.indexOf(joint, at)
      const until = next < 0 || next > end ? end : next
      // What stands between tags in the middle of the hit.
      if (until > at) mark(at, until)
      at = until + 1
    }
  }
  return result + html.slice(from)
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Those that overlap or touch as one. */
function merged(spans: readonly Span[]): Span[] {
  const all: { start: number; end: number }[] = []
  for (const { start, end } of spans) {
    const last = all.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}
