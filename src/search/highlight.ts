// Marks what a search found in HTML, without touching anything but its text, and emoji whose name was found.
import { emojiPictures, textOfHtml } from './html-text'
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
  const spans = wholePictures(html, hits)
  for (const { start, end } of spans.length === 1 ? spans : merged(spans)) {
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

/** Hits in the name of an emoji, which stands in a tag, as the whole tag. */
function wholePictures(html: string, hits: readonly Span[]): readonly Span[] {
  const pictures = emojiPictures(html)
  if (pictures.length === 0) return hits
  let next = 0
  return hits.map((hit) => {
    while ((pictures[next]?.end ?? Infinity) <= hit.start) next++
    const picture = pictures[next]
    return picture && picture.start <= hit.start ? picture : hit
  })
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
