// What changed between two versions of a message's HTML, as HTML that is as well-formed as the versions are.
import { diffArrays } from 'diff'

/** A piece of HTML that is compared as a whole. */
interface Token {
  /** `tag` opens or closes an element that holds text; `space` is white space; the rest is shown to readers. */
  kind: 'tag' | 'space' | 'text'
  html: string
}

type Change = 'inserted' | 'deleted'

/** How many differing pieces are told apart before all is called different: the work grows with the square. */
export const defaultEffort = 1000

/**
 * The new version with what was inserted and deleted in spans of the classes `highlight_text_inserted` and
 * `highlight_text_deleted` (`content_html_diff` of a message's history). All elements are the new version's; of
 * the old one's only words, images, mentions, emoji and formulas are kept.
 * @param effort see `defaultEffort`.
 */
export function htmlDiff(before: string, after: string, effort: number = defaultEffort): string {
  const old = tokens(before)
  const now = tokens(after)
  const changes = diffArrays(old.map(textOf), now.map(textOf), { maxEditLength: effort })
  const result = new DiffWriter()
  if (!changes) {
    result.delete(old)
    result.insert(now)
    return result.end()
  }
  let oldIndex = 0
  let nowIndex = 0
  for (const { added, removed, count } of changes) {
    if (removed) result.delete(old.slice(oldIndex, oldIndex + count))
    else if (added) result.insert(now.slice(nowIndex, nowIndex + count))
    else result.keep(now.slice(nowIndex, nowIndex + count))
    if (!added) oldIndex += count
    if (!removed) nowIndex += count
  }
  return result.end()
}

function textOf(token: Token): string {
  return token.html
}

const pieces =
  /<\/?([a-z][a-z0-9]*)[^>]*>|\s+|&#?\w+;|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]|[[\p{L}\p{M}\p{N}_]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]+|./gisv

/** Elements that change as a whole: mentions, emoji, formulas, coloured code, times, images. */
const wholes = new Set(['span', 'time', 'img', 'svg', 'math'])
const empties = new Set(['img', 'br', 'hr'])

function tokens(html: string): Token[] {
  const found: Token[] = []
  /** The parts of the whole that is being read, and how many elements are open in it. */
  let whole = ''
  let depth = 0
  for (const [piece, name] of html.matchAll(pieces)) {
    const isTag = name !== undefined
    if (depth === 0 && !(isTag && wholes.has(name))) {
      found.push({ kind: isTag ? 'tag' : piece.trim() === '' ? 'space' : 'text', html: piece })
      continue
    }
    whole += piece
    if (isTag && !empties.has(name) && !piece.endsWith('/>')) depth += piece.startsWith('</') ? -1 : 1
    if (depth > 0) continue
    found.push({ kind: 'text', html: whole })
    whole = ''
    depth = 0
  }
  if (whole !== '') found.push({ kind: 'text', html: whole })
  return found
}

/** Elements whose children can't be text. */
const structures = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])

class DiffWriter {
  #html = ''
  /** Elements of the new version that are open, outermost first. */
  readonly #open: string[] = []
  /** Deleted text that waits for a place where text may stand. */
  #deleted = ''

  keep(kept: readonly Token[]): void {
    for (const token of kept) this.#write(token)
  }

  insert(inserted: readonly Token[]): void {
    let run = ''
    for (const token of inserted) {
      if (token.kind !== 'tag') {
        run += token.html
        continue
      }
      this.#highlight('inserted', run)
      run = ''
      this.#write(token)
    }
    this.#highlight('inserted', run)
  }

  delete(deleted: readonly Token[]): void {
    for (const { kind, html } of deleted) this.#deleted += kind === 'tag' ? ' ' : html
    if (this.#isTextPlace()) this.#writeDeleted()
  }

  end(): string {
    const last = this.#deleted.trim()
    if (last !== '') this.#html += `<p>${span('deleted', last)}</p>`
    return `<div>${this.#html}</div>`
  }

  #write(token: Token): void {
    if (token.kind === 'tag' && token.html.startsWith('</') && this.#isTextPlace()) this.#writeDeleted()
    this.#html += token.html
    if (token.kind !== 'tag') return
    const name = /[a-z][a-z0-9]*/i.exec(token.html)?.[0].toLowerCase() ?? ''
    if (token.html.startsWith('</')) this.#open.pop()
    else if (!empties.has(name)) this.#open.push(name)
    if (this.#isTextPlace()) this.#writeDeleted()
  }

  /** Whether text may stand here: inside of a paragraph, a cell … */
  #isTextPlace(): boolean {
    const parent = this.#open.at(-1)
    return parent !== undefined && !structures.has(parent)
  }

  #writeDeleted(): void {
    this.#highlight('deleted', this.#deleted.replaceAll(/\s+/g, ' '))
    this.#deleted = ''
  }

  #highlight(change: Change, html: string): void {
    if (html.trim() === '') this.#html += html === '' || this.#html.endsWith(' ') ? '' : html
    else this.#html += span(change, html)
  }
}

function span(change: Change, html: string): string {
  return `<span class="highlight_text_${change}">${html}</span>`
}
