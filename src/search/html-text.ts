// The text of rendered HTML, character by character in its place, with blanks where there is none.
import { joint } from './words'

const pieces = /<\/?([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|&(?:#\d+|#x[\da-f]+|\w+);/gi

/** Elements in the middle of a line, which may begin or end within a word. */
const inline = new Set(['a', 'b', 'code', 'del', 'em', 'i', 'span', 'strong', 'u', 's', 'sub', 'sup'])
/** Elements whose insides no span may be put into: formulas are laid out piece by piece. */
const closed = new Set(['math', 'svg'])
const empty = new Set(['br', 'hr', 'img'])

/**
 * A text as long as the HTML: its words where they stand, spaces for entities and tags, `joint` for tags that
 * need not end a word. Formulas are left out.
 */
export function textOfHtml(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html
  let text = ''
  let from = 0
  /** How many elements are open in a formula that is being left out, itself included. */
  let depth = 0
  for (const match of html.matchAll(pieces)) {
    const [piece, tag, attributes = ''] = match
    const between = html.slice(from, match.index)
    text += depth > 0 ? blank(between.length) : between
    from = match.index + piece.length
    const name = tag?.toLowerCase()
    const isInside = depth > 0
    if (name !== undefined && (isInside || isFormula(name, attributes))) depth += depthChange(piece, name)
    const joins = !isInside && depth === 0 && name !== undefined && inline.has(name)
    text += (joins ? joint : ' ').repeat(piece.length)
  }
  const rest = html.slice(from)
  return text + (depth > 0 ? blank(rest.length) : rest)
}

function blank(length: number): string {
  return ' '.repeat(length)
}

function isFormula(name: string, attributes: string): boolean {
  return closed.has(name) || (name === 'span' && /\sclass="katex/.test(attributes))
}

function depthChange(piece: string, name: string): number {
  if (piece.startsWith('</')) return -1
  return empty.has(name) || piece.endsWith('/>') ? 0 : 1
}
