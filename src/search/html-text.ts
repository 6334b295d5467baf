// The text of rendered HTML, character by character in its place, with blanks where there is none.
import { readHtml } from '../markdown/html-reader'
import { joint } from './words'

const entities = /&(?:#\d+|#x[\da-f]+|\w+);/gi

/** Elements in the middle of a line, which may begin or end within a word. */
const inline = new Set(['a', 'b', 'code', 'del', 'em', 'i', 'span', 'strong', 'u', 's', 'sub', 'sup'])
/** Elements whose insides no span may be put into: formulas are laid out piece by piece. */
const closed = new Set(['math', 'svg'])
const formula = '<span class="katex'
/** Emoji that are pictures of the organization's or the server's: their names stand in a tag, as those of others do in the text. */
const pictureStart = '<img alt=":'
const emojiPicture = /<img alt="(:[a-z0-9_+-]+:)" class="emoji"[^<>]*>/g

/**
 * A text as long as the HTML: its words where they stand, spaces for entities and tags, `joint` for tags that
 * need not end a word. Formulas are left out; names of emoji are words in the midst of their tags.
 */
export function textOfHtml(html: string): string {
  if (!html.includes('<')) return withoutEntities(html)
  if (isParagraph(html)) {
    return (
      blank(opening.length) +
      withoutEntities(html.slice(opening.length, -closing.length)) +
      blank(closing.length)
    )
  }
  let text = ''
  /** How many elements are open in a formula that is being left out, itself included. */
  let depth = 0
  readHtml(html, {
    text(start, end) {
      text += depth > 0 ? blank(end - start) : withoutEntities(html.slice(start, end))
    },
    tag(kind, name, start, end) {
      const wasInside = depth > 0
      if (kind === 'close') depth = Math.max(0, depth - 1)
      else if (kind === 'open' && (wasInside || closed.has(name) || html.startsWith(formula, start)))
        depth += 1
      const joins = !wasInside && depth === 0 && inline.has(name)
      if (joins) text += joint.repeat(end - start)
      else text += depth === 0 && name === 'img' ? textOfPicture(html, start, end) : blank(end - start)
    },
  })
  return text
}

const opening = '<p>'
const closing = '</p>'

/** Most messages are a single paragraph with nothing but text in it: that is seen without a tokenizer. */
function isParagraph(html: string): boolean {
  return (
    html.startsWith(opening) &&
    html.indexOf('<', opening.length) === html.length - closing.length &&
    html.endsWith(closing)
  )
}

function withoutEntities(text: string): string {
  return text.includes('&') ? text.replace(entities, (entity) => blank(entity.length)) : text
}

/** As long as the tag: the name of an emoji in its place, or nothing. */
function textOfPicture(html: string, start: number, end: number): string {
  const [picture] = emojiPictures(html.slice(start, end))
  if (!picture) return blank(end - start)
  const { name, nameStart } = picture
  return blank(nameStart) + name + blank(end - start - nameStart - name.length)
}

export interface EmojiPicture {
  /** With its colons. */
  readonly name: string
  readonly nameStart: number
  /** Where its tag stands. */
  readonly start: number
  readonly end: number
}

/** The emoji in HTML that are pictures, in order. */
export function emojiPictures(html: string): EmojiPicture[] {
  if (!html.includes(pictureStart)) return []
  return Array.from(html.matchAll(emojiPicture), ({ 0: tag, 1: name = '', index: start }) => {
    return { name, nameStart: start + pictureStart.length - 1, start, end: start + tag.length }
  })
}

const spaces = ' '.repeat(64)

function blank(length: number): string {
  return length <= spaces.length ? spaces.slice(0, length) : ' '.repeat(length)
}
