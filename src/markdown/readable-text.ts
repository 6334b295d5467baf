// What rendered HTML says, as plain text for places that show no HTML: notifications, mails.
import { loadHtmlParser } from './lazy-libraries'

/**
 * The text of HTML of our own making: a line for each of its lines, quotes and lists marked, emoji as characters, formulas as TeX.
 * What a spoiler hides stays hidden, and previews of links and pictures are left out.
 */
export function readableText(html: string): string {
  const writer = new Writer()
  const { Parser } = loadHtmlParser()
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  })
  parser.end(html)
  return writer.result
}

type Attributes = Readonly<Record<string, string>>

/** Elements that begin a line and end it. */
const blocks = new Set(
  ['p', 'div', 'blockquote', 'ul', 'ol', 'li', 'pre', 'table', 'tr', 'hr'].concat([
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
  ]),
)
const cells = new Set(['td', 'th'])
/** Previews, and what stands in a formula beside its TeX. */
const leftOut = new Set(['message_embed', 'message_inline_image', 'katex-html'])
const formulaParts = new Set(['mrow', 'mtable'])

/** Where the items of a list are. */
interface List {
  /** The next item's number; undefined where they have none. */
  number: number | undefined
}

class Writer {
  #written = ''
  #isLineOpen = false
  #needsSpace = false
  /** What the next line begins with. */
  #marker = ''
  #quotes = 0
  readonly #lists: List[] = []
  #preformatted = 0
  /** How many elements are open in one that is left out, itself included. */
  #leftOut = 0

  get result(): string {
    return this.#written
  }

  open(name: string, attributes: Attributes): void {
    if (this.#leftOut > 0) return void (this.#leftOut += 1)
    const classes = (attributes['class'] ?? '').split(' ')
    if (blocks.has(name)) this.#endLine()
    const instead = substitute(name, classes, attributes)
    if (instead !== undefined) {
      this.#write(instead)
      // Its own end closes it, too, where it has none.
      this.#leftOut = 1
      return
    }
    if (name === 'br') this.#endLine()
    else if (name === 'blockquote') this.#quotes += 1
    else if (name === 'pre') this.#preformatted += 1
    else if (name === 'ul') this.#lists.push({ number: undefined })
    else if (name === 'ol') this.#lists.push({ number: Number(attributes['start'] ?? 1) })
    else if (name === 'li') this.#beginItem()
    else if (cells.has(name) && this.#isLineOpen) this.#separate('|')
  }

  text(text: string): void {
    if (this.#leftOut > 0) return
    if (this.#preformatted > 0) {
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) this.#endLine()
        this.#write(line)
      }
      return
    }
    const words = text.replaceAll(/\s+/g, ' ')
    if (words.startsWith(' ')) this.#needsSpace = true
    this.#write(words.trim())
    if (words.endsWith(' ') && words !== ' ') this.#needsSpace = true
  }

  close(name: string): void {
    if (this.#leftOut > 0) {
      this.#leftOut -= 1
      return
    }
    if (name === 'blockquote') this.#quotes -= 1
    else if (name === 'pre') this.#preformatted -= 1
    else if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (blocks.has(name)) this.#endLine()
  }

  #beginItem(): void {
    const list = this.#lists.at(-1)
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1))
    this.#marker = `${indent}${list?.number === undefined ? '•' : `${list.number}.`} `
    if (list?.number !== undefined) list.number += 1
  }

  #separate(sign: string): void {
    this.#needsSpace = true
    this.#write(sign)
    this.#needsSpace = true
  }

  #endLine(): void {
    this.#isLineOpen = false
    this.#needsSpace = false
  }

  #write(text: string): void {
    if (text === '') return
    if (!this.#isLineOpen) {
      const isFirst = this.#written === ''
      this.#written += `${isFirst ? '' : '\n'}${'> '.repeat(this.#quotes)}${this.#marker}`
      this.#marker = ''
    } else if (this.#needsSpace) this.#written += ' '
    this.#needsSpace = false
    this.#isLineOpen = true
    this.#written += text
  }
}

/** What is written instead of an element and all that is in it; undefined where that itself is to be read. */
export function substitute(
  name: string,
  classes: readonly string[],
  attributes: Attributes,
): string | undefined {
  if (classes.includes('spoiler-content')) return '(…)'
  if (classes.includes('emoji')) return attributes['alt'] ?? emojiOf(classes)
  if (name === 'audio' || name === 'video') return attributes['title'] ?? ''
  if (name === 'img' || formulaParts.has(name)) return ''
  return classes.some((each) => leftOut.has(each)) ? '' : undefined
}

/** The characters of an emoji, from the class that names their code points: `emoji-1f1e9-1f1ea`. */
function emojiOf(classes: readonly string[]): string | undefined {
  const points = classes
    .map((each) => /^emoji-([\da-f]{2,6}(?:-[\da-f]{2,6})*)$/.exec(each)?.[1])
    .find(Boolean)
  return points && String.fromCodePoint(...points.split('-').map((point) => Number.parseInt(point, 16)))
}
