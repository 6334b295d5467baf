// Lists: as CommonMark has them, and as markdown-it reads them, but nesting by two spaces, under numbers too.
import type { MarkdownIt, StateBlock } from 'markdown-it'
import { deepestBlock } from './limits.ts'

interface Marker {
  /** The number of an ordered item, as typed; undefined for a bullet. */
  readonly number: string | undefined
  /** What ends the marker, `-` or `.`: another one is another list. */
  readonly sign: string
  /** Index of what follows the marker. */
  readonly end: number
}

/** Where an item's text stands, in columns. */
interface ItemLayout {
  /** Lines indented this far belong to the item. */
  readonly childIndent: number
  /** The column that its first line counts as indented to. */
  readonly firstIndent: number
  /** Index of the first character of its text. */
  readonly contentStart: number
}

/** How far a line has to be indented, from the marker of an item, to belong to it. */
const nestingIndent = 2

export function listsPlugin(md: MarkdownIt): void {
  md.block.ruler.at('list', list, { alt: ['paragraph', 'reference', 'blockquote'] })
}

function list(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const marker = state.level < deepestBlock ? markerHere(state, startLine) : undefined
  if (!marker || (silent && !mayInterrupt(state, startLine, marker))) return false
  if (silent) return true
  const tag = marker.number === undefined ? 'ul' : 'ol'
  const type = marker.number === undefined ? 'bullet_list' : 'ordered_list'
  const first = state.tokens.length
  const opening = state.push(`${type}_open`, tag, 1)
  if (marker.number !== undefined && Number(marker.number) !== 1) {
    opening.attrs = [['start', String(Number(marker.number))]]
  }
  const { parentType } = state
  state.parentType = 'list'
  const isTight = pushItems(state, startLine, endLine, marker)
  state.parentType = parentType
  state.push(`${type}_close`, tag, -1)
  if (isTight) hideParagraphs(state, first)
  return true
}

/** Reads item after item of the same kind; `state.line` is then behind the last. @returns whether no blank line parts them. */
function pushItems(state: StateBlock, startLine: number, endLine: number, first: Marker): boolean {
  const terminators = state.md.block.ruler.getRules('list')
  let isTight = true
  let endsBlank = false
  let line = startLine
  let marker: Marker | undefined = first
  while (marker && marker.sign === first.sign) {
    const isItemTight = pushItem(state, line, endLine, marker)
    if (!isItemTight || endsBlank) isTight = false
    endsBlank = state.line - line > 1 && state.isEmpty(state.line - 1)
    const next = state.line
    if (next >= endLine || indentOf(state, next) < state.blkIndent) break
    if (indentOf(state, next) - state.blkIndent >= 4) break
    if (terminators.some((rule) => rule(state, next, endLine, true))) break
    marker = markerAt(state, next)
    if ((marker?.number === undefined) !== (first.number === undefined)) break
    line = next
  }
  return isTight
}

/** @returns whether no blank line parts its blocks. */
function pushItem(state: StateBlock, line: number, endLine: number, marker: Marker): boolean {
  const { childIndent, firstIndent, contentStart } = layoutOf(state, line, endLine, marker)
  const { tight, listIndent, blkIndent } = state
  const bMark = state.bMarks[line] ?? 0
  const tShift = state.tShift[line] ?? 0
  const sCount = indentOf(state, line)
  state.push('list_item_open', 'li', 1)
  state.listIndent = blkIndent
  state.blkIndent = childIndent
  state.tight = true
  // As much as an item's lines are indented is cut off its first, too: no less than the marker may stand there.
  const itemMark = Math.max(bMark, contentStart - childIndent)
  state.bMarks[line] = itemMark
  state.tShift[line] = contentStart - itemMark
  state.sCount[line] = firstIndent
  const isEmpty = contentStart >= (state.eMarks[line] ?? 0)
  if (isEmpty && state.isEmpty(line + 1)) state.line = Math.min(state.line + 2, endLine)
  else state.md.block.tokenize(state, line, endLine)
  const isTight = state.tight
  state.blkIndent = blkIndent
  state.listIndent = listIndent
  state.tight = tight
  state.bMarks[line] = bMark
  state.tShift[line] = tShift
  state.sCount[line] = sCount
  state.push('list_item_close', 'li', -1)
  return isTight
}

function layoutOf(state: StateBlock, line: number, endLine: number, marker: Marker): ItemLayout {
  const column = indentOf(state, line)
  const afterMarker = column + marker.end - startOf(state, line)
  const lineEnd = state.eMarks[line] ?? 0
  let contentStart = marker.end
  let content = afterMarker
  for (; contentStart < lineEnd; contentStart += 1) {
    const character = state.src.charCodeAt(contentStart)
    if (character === tab) content += 4 - ((content + (state.bsCount[line] ?? 0)) % 4)
    else if (character === space) content += 1
    else break
  }
  const isEmpty = contentStart >= lineEnd
  const isCode = !isEmpty && content - afterMarker > 4
  if (isEmpty || isCode) {
    return { childIndent: afterMarker + 1, firstIndent: isEmpty ? afterMarker + 1 : content, contentStart }
  }
  const childIndent = smallestIndent(state, line, endLine, column + nestingIndent, content)
  // Text far behind a wide marker is not so far in that it would be code.
  return { childIndent, firstIndent: Math.min(content, childIndent + 3), contentStart }
}

/** The smallest indent, from `least` to `most`, of the lines that follow an item and are indented at least so far. */
function smallestIndent(
  state: StateBlock,
  line: number,
  endLine: number,
  least: number,
  most: number,
): number {
  let smallest = most
  for (let next = line + 1; next < endLine && smallest > least; next += 1) {
    if (state.isEmpty(next)) continue
    const indent = indentOf(state, next)
    if (indent < least) break
    smallest = Math.min(smallest, indent)
  }
  return smallest
}

const tab = 9
const space = 32

/** The marker of the list that begins on this line. */
function markerHere(state: StateBlock, line: number): Marker | undefined {
  const indent = indentOf(state, line)
  if (indent - state.blkIndent >= 4) return undefined
  // After items that stand one space further in each, a line four spaces in goes on with the last one's text.
  if (state.listIndent >= 0 && indent - state.listIndent >= 4 && indent < state.blkIndent) return undefined
  return markerAt(state, line)
}

/** A paragraph goes on with `14. of them` or a lone dash, unless it stands in an item of a list. */
function mayInterrupt(state: StateBlock, line: number, { number, end }: Marker): boolean {
  if (state.parentType !== 'paragraph' || indentOf(state, line) < state.blkIndent) return true
  if (number !== undefined && Number(number) !== 1 && state.listIndent < 0) return false
  return state.skipSpaces(end) < (state.eMarks[line] ?? 0)
}

function markerAt(state: StateBlock, line: number): Marker | undefined {
  const start = startOf(state, line)
  const text = state.src.slice(start, Math.min(start + 12, state.eMarks[line] ?? 0))
  const [marker, number] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(text) ?? []
  if (marker === undefined) return undefined
  return { number, sign: marker.slice(-1), end: start + marker.length }
}

function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

function indentOf(state: StateBlock, line: number): number {
  return state.sCount[line] ?? 0
}

/** The items of a list without blank lines have no paragraphs, only their text. */
function hideParagraphs(state: StateBlock, first: number): void {
  const level = state.level + 2
  for (let index = first + 2; index < state.tokens.length - 2; index += 1) {
    const token = state.tokens[index]
    const closing = state.tokens[index + 2]
    if (token?.level !== level || token.type !== 'paragraph_open' || !closing) continue
    token.hidden = true
    closing.hidden = true
    index += 2
  }
}
