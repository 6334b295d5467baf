// Markdown out of texts that strangers wrote: whatever stands in them, it is shown as it is, and means nothing.
import { beginning, isLongerThan } from '../http/text-length'
import { isBlank } from '../http/visible-text'
import { maxMessageLength } from '../messages/content'
import { quote } from '../messages/quoting'

/** Markdown that may be sent: what in it is somebody else's is escaped. Made by the functions here alone. */
export class Markdown {
  constructor(readonly source: string) {}

  get isEmpty(): boolean {
    return this.source === ''
  }
}

/** What may stand in Markdown: texts and numbers are escaped. */
export type Part = string | number | Markdown

export const nothing = new Markdown('')

/** say`${name} pushed to ${code(branch)}`: the words are ours, what is put in is escaped. */
export function say(words: TemplateStringsArray, ...parts: readonly Part[]): Markdown {
  return new Markdown(
    words.map((each, index) => each + (index < parts.length ? source(parts[index] ?? '') : '')).join(''),
  )
}

/** Markdown that the organization's own people wrote, such as a template: it means what it says. */
export function trusted(text: string): Markdown {
  return new Markdown(clean(text))
}

/** In code points. */
const longestLine = 300

/** A text as part of a line: without breaks, and cut if it is longer than so many code points. */
export function escaped(text: string, limit: number = longestLine): Markdown {
  return new Markdown(withoutMeaning(oneLine(text, limit)))
}

/** A text as part of a line, with the spaces around it, as long as it is. */
export function within(text: string): Markdown {
  return new Markdown(withoutMeaning(clean(text).replaceAll('\n', ' ')))
}

export function bold(part: Part): Markdown {
  return styled(part, '**')
}

export function italic(part: Part): Markdown {
  return styled(part, '*')
}

export function struckOut(part: Part): Markdown {
  return styled(part, '~~')
}

function styled(part: Part, marks: string): Markdown {
  const inside = source(part).trim()
  return inside === '' ? nothing : new Markdown(marks + inside + marks)
}

/** A text as code within a line: its marks are more than any in it. */
export function code(text: string, limit: number = longestLine): Markdown {
  const inside = oneLine(text, limit)
  if (inside === '') return nothing
  const marks = '`'.repeat(longestRun(inside, /`+/g) + 1)
  const gap = /^`|`$/.test(inside) ? ' ' : ''
  return new Markdown(`${marks}${gap}${inside}${gap}${marks}`)
}

/** A link, or the label alone where the address is none of the web. */
export function link(label: Part, address: string): Markdown {
  const url = webAddress(address)
  const text = source(label)
  if (url === undefined) return new Markdown(text)
  return new Markdown(text === '' ? url : `[${text}](${url})`)
}

/** The address for a link in Markdown of one's own; empty where it is none of the web. */
export function target(address: string): Markdown {
  return new Markdown(webAddress(address) ?? '')
}

/** In code points. */
const longestQuote = 2000

/** A longer text of somebody's, in their own Markdown: nothing in a quote mentions anybody. */
export function quoted(text: string, limit: number = longestQuote): Markdown {
  const inside = shortened(clean(text).trim(), limit)
  return isBlank(inside) ? nothing : new Markdown(quote(inside))
}

/** A longer text with its line breaks, as code. */
export function codeBlock(text: string, limit: number = longestQuote, language = ''): Markdown {
  const inside = shortened(clean(text).trimEnd(), limit)
  if (isBlank(inside)) return nothing
  const marks = '`'.repeat(Math.max(2, longestRun(inside, /`+/g)) + 1)
  return new Markdown(`${marks}${language}\n${inside}\n${marks}`)
}

/** One after the other; what is empty takes no place. */
export function joined(parts: readonly Markdown[], between: string): Markdown {
  return new Markdown(
    parts
      .filter(({ isEmpty }) => !isEmpty)
      .map((each) => each.source)
      .join(between),
  )
}

/** One after the other in a line; where the marks of two would run into one, a space keeps them apart. */
export function adjoined(parts: readonly Markdown[]): Markdown {
  let text = ''
  for (const { source } of parts) {
    const runsTogether = /[*~`]$/.test(text) && text.at(-1) === source.at(0)
    text += runsTogether ? ` ${source}` : source
  }
  return new Markdown(text)
}

/** Each in a line of its own; an empty one leaves an empty line. */
export function stacked(parts: readonly Markdown[]): Markdown {
  return new Markdown(parts.map((each) => each.source).join('\n'))
}

/** Each in a line of its own; what is empty takes none. */
export function lines(...parts: readonly Markdown[]): Markdown {
  return joined(parts, '\n')
}

/** Each in a paragraph of its own. */
export function paragraphs(...parts: readonly Markdown[]): Markdown {
  return joined(parts, '\n\n')
}

/**
 * A list, of which so many are shown at most; no others are made lines of.
 * @param total how many there are, where not all of them are given
 */
export function bullets<Item>(
  items: readonly Item[],
  line: (item: Item) => Markdown,
  { most = 20, total = items.length }: { most?: number; total?: number } = {},
): Markdown {
  const shown = items.slice(0, most)
  if (shown.length === 0) return nothing
  const left = total - shown.length
  return lines(...shown.map((each) => say`- ${line(each)}`), left > 0 ? say`- … and ${left} more` : nothing)
}

/** What is made of each, in their order, until there is more than a message has room for: no work for what is cut off. */
export function whileThereIsRoom<Item>(items: Iterable<Item>, make: (item: Item) => Markdown): Markdown[] {
  const made: Markdown[] = []
  let room = maxMessageLength
  for (const item of items) {
    if (room < 0) break
    const part = make(item)
    made.push(part)
    room -= part.source.length
  }
  return made
}

/** `push` as `1 push` or `3 pushes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/**
 * So many code points of it at most. Only whole lines are left out, so that nothing that was closed is open afterwards; a line
 * that is too long by itself is shown as code.
 */
export function cut({ source }: Markdown, limit: number): string {
  if (!isLongerThan(source, limit)) return source
  const mark = '\n…'
  const kept: string[] = []
  let room = limit - mark.length
  for (const line of source.split('\n')) {
    // In UTF-16 units, which are not fewer than code points.
    room -= line.length + 1
    if (room < 0) break
    kept.push(line)
  }
  if (!isBlank(kept.join(''))) return kept.join('\n') + mark
  return codeBlock(source, Math.floor(limit / 2)).source
}

function source(part: Part): string {
  return part instanceof Markdown ? part.source : escaped(String(part)).source
}

/** Signs that mean something wherever they stand. A backslash hides nothing in a chat, so they are written as HTML has them. */
const signs = /[*`<[\]@]|~(?=~|$)|(?<=~|^)~|\$(?=\$|$)|(?<=\$|^)\$|#(?=\*|$)|&(?=#?\w)/g
/** What means something where a line begins. */
const opening = /^(?:[>|/]|#(?=[#\s]|$)|[+-](?=[\s+-]|$)|_(?=_))|(?<=^\d{1,9})[.)](?=\s|$)/
/** Addresses become links by themselves: they are read as they stand, so what means something in them is written as addresses do. */
const address = /(https?:\/\/[^\s<>"]+)/i
const signsOfAddresses = /[*`[\]@~$|\\]|&(?=#?\w+;)/g

function withoutMeaning(line: string): string {
  return line
    .split(address)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(signs, reference) : part.replaceAll(signsOfAddresses, percent),
    )
    .join('')
    .replace(opening, reference)
}

function reference(sign: string): string {
  return `&#${sign.codePointAt(0)};`
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Without characters that can't be stored, and those that turn around what stands beside them. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

function oneLine(text: string, limit: number): string {
  return shortened(
    clean(beginning(text, limit * 4))
      .replaceAll(/\s+/g, ' ')
      .trim(),
    limit,
  )
}

/** A text of so many code points at most; one that is longer ends in an ellipsis. */
export function shortened(text: string, limit: number): string {
  return isLongerThan(text, limit) ? `${beginning(text, limit - 1).trimEnd()}…` : text
}

function longestRun(text: string, run: RegExp): number {
  return Math.max(0, ...[...text.matchAll(run)].map(([found]) => found.length))
}

/** As a link may have it: nothing in it ends the link. */
function webAddress(address: string): string | undefined {
  if (address.length > 2000) return undefined
  const url = URL.parse(address)
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined
  return url.href.replaceAll(/[()`*[\]\\|$\s]/g, percent).replaceAll(/&(?=#?\w+;)/g, '&amp;')
}
