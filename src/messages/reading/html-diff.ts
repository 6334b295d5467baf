// What changed between two versions of a message's HTML, as HTML that is as well-formed as the versions are.
import { diffArrays } from 'diff'
import { readHtml, type TagKind } from '../../markdown/html-reader'

/** A piece of HTML that is compared as a whole. */
interface Token {
  /** A tag of an element that holds text, or is one by itself; white space; what else is shown to readers. */
  kind: TagKind | 'space' | 'text'
  /** Of a tag's element; empty otherwise. */
  name: string
  html: string
}

type Change = 'inserted' | 'deleted'

/** How many differing pieces are told apart before all is called different: the work grows with the square. */
export const defaultEffort = 600

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

/** Words, and what stands between them; in scripts without spaces each character is a word. */
const words =
  /\s+|&#?\w+;|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]|[[\p{L}\p{M}\p{N}_]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]+|./gisv

/** Elements that change as a whole: mentions, emoji, formulas, coloured code, times, images. */
const wholes = new Set(['span', 'time', 'img', 'svg', 'math'])

function tokens(html: string): Token[] {
  const found: Token[] = []
  /** Where the whole that is being read begins, and how many elements are open in it. */
  let wholeStart = 0
  let depth = 0
  readHtml(html, {
    text(start, end) {
      if (depth > 0) return
      for (const [word] of html.slice(start, end).matchAll(words)) {
        found.push({ kind: word.trim() === '' ? 'space' : 'text', name: '', html: word })
      }
    },
    tag(kind, name, start, end) {
      if (depth === 0 && !wholes.has(name)) {
        found.push({ kind, name, html: html.slice(start, end) })
        return
      }
      if (depth === 0) wholeStart = start
      if (kind !== 'empty') depth += kind === 'open' ? 1 : -1
      if (depth === 0) found.push({ kind: 'text', name: '', html: html.slice(wholeStart, end) })
    },
  })
  return found
}

function isTag({ kind }: Token): boolean {
  return kind !== 'space' && kind !== 'text'
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
      if (!isTag(token)) {
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
    for (const token of deleted) this.#deleted += isTag(token) ? ' ' : token.html
    if (this.#isTextPlace()) this.#writeDeleted()
  }

  end(): string {
    const last = this.#deleted.trim()
    if (last !== '') this.#html += `<p>${span('deleted', last)}</p>`
    return `<div>${this.#html}</div>`
  }

  #write(token: Token): void {
    if (token.kind === 'close' && this.#isTextPlace()) this.#writeDeleted()
    this.#html += token.html
    if (!isTag(token)) return
    if (token.kind === 'close') this.#open.pop()
    if (token.kind === 'open') this.#open.push(token.name)
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
