// Fenced blocks: code, ```math, and those that hold Markdown, ```quote and ```spoiler Header.
import type { MarkdownIt, StateBlock } from 'markdown-it'
import { deepestBlock } from './limits.ts'

interface Fence {
  readonly marker: number
  readonly length: number
  /** Index of what follows the marks. */
  readonly infoStart: number
  /** Whether nothing does. */
  readonly isBare: boolean
}

/** Where a fenced block ends: the line with its closing marks, or the first one that is not its own. */
interface End {
  readonly line: number
  readonly closed: boolean
}

const backtick = 96
const tilde = 126

/** Teaches the parser the chat's fences. Those for quotes and spoilers nest, and hold code fences. */
export function fencesPlugin(md: MarkdownIt): void {
  md.block.ruler.at('fence', fenced, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.renderer.rules['spoiler_open'] = () => '<div class="spoiler-block"><div class="spoiler-header">\n'
  md.renderer.rules['spoiler_content'] = () => '</div><div class="spoiler-content" aria-hidden="true">\n'
  md.renderer.rules['spoiler_close'] = () => '</div></div>\n'
}

function fenced(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const fence = fenceAt(state, startLine)
  if (!fence || (!fence.isBare && !hasLineAfter(state, startLine, endLine))) return false
  if (silent) return true
  const info = state.src.slice(fence.infoStart, state.eMarks[startLine]).trim()
  const kind = state.level < deepestBlock ? containerKind(state, fence) : undefined
  const end = kind
    ? endOfContainer(state, startLine, endLine, fence)
    : endOfCode(state, startLine, endLine, fence)
  if (kind === 'quote') pushQuote(state, startLine, end)
  else if (kind === 'spoiler') pushSpoiler(state, startLine, end, info)
  else pushCode(state, startLine, end, info)
  state.line = end.closed ? end.line + 1 : end.line
  return true
}

function pushQuote(state: StateBlock, startLine: number, end: End): void {
  state.push('blockquote_open', 'blockquote', 1)
  tokenizeInside(state, startLine + 1, end.line)
  state.push('blockquote_close', 'blockquote', -1)
}

function pushSpoiler(state: StateBlock, startLine: number, end: End, info: string): void {
  state.push('spoiler_open', 'div', 1)
  pushHeader(state, info.slice('spoiler'.length).trim())
  state.push('spoiler_content', 'div', 0)
  tokenizeInside(state, startLine + 1, end.line)
  state.push('spoiler_close', 'div', -1)
}

function pushCode(state: StateBlock, startLine: number, end: End, info: string): void {
  const token = state.push('fence', 'code', 0)
  token.info = info
  token.content = state.getLines(startLine + 1, end.line, state.sCount[startLine] ?? 0, true)
}

const container = /[ \t]*(?:(quote)|(spoiler))(?!\S)/y

function containerKind({ src }: StateBlock, { infoStart }: Fence): 'quote' | 'spoiler' | undefined {
  container.lastIndex = infoStart
  const [, quote, spoiler] = container.exec(src) ?? []
  if (quote !== undefined) return 'quote'
  return spoiler === undefined ? undefined : 'spoiler'
}

function pushHeader(state: StateBlock, header: string): void {
  if (header === '') return
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = header
  inline.children = []
  state.push('paragraph_close', 'p', -1)
}

function tokenizeInside(state: StateBlock, from: number, to: number): void {
  const { lineMax, parentType } = state
  state.lineMax = to
  state.parentType = 'root'
  state.md.block.tokenize(state, from, to)
  state.lineMax = lineMax
  state.parentType = parentType
}

/** Where code ends: at a line of just the opening marks, or, where there is none, at the first of more of them. */
function endOfCode(state: StateBlock, startLine: number, endLine: number, opening: Fence): End {
  let longer: number | undefined
  let line = startLine + 1
  for (; line < endLine && !isOutdented(state, line); line += 1) {
    const fence = fenceAt(state, line)
    if (!fence || !mayClose(fence, opening)) continue
    if (fence.length === opening.length) return { line, closed: true }
    longer ??= line
  }
  return longer === undefined ? { line, closed: false } : { line: longer, closed: true }
}

/** Where a container ends: fences inside it, of code or containers, have to be closed before. */
function endOfContainer(state: StateBlock, startLine: number, endLine: number, outermost: Fence): End {
  const open = [outermost]
  const lastLikes = new Map<number, number>()
  let line = startLine + 1
  for (; line < endLine && !isOutdented(state, line); line += 1) {
    const fence = fenceAt(state, line)
    const innermost = open.at(-1)
    if (!fence || !innermost) continue
    const isLonger = mayClose(fence, innermost) && fence.length > innermost.length
    // A longer fence closes only what has no fence of its own to close it; otherwise it opens code.
    if (isLonger ? lastLike(state, line, endLine, innermost, lastLikes) < line : mayClose(fence, innermost)) {
      open.pop()
    } else if (containerKind(state, innermost)) {
      open.push(fence)
    }
    if (open.length === 0) return { line, closed: true }
  }
  return { line, closed: false }
}

/** The last line of just the marks of a fence, after the line `from`; -1 if there is none. `known` holds earlier answers. */
function lastLike(
  state: StateBlock,
  from: number,
  endLine: number,
  { marker, length }: Fence,
  known: Map<number, number>,
): number {
  const key = marker === tilde ? length : -length
  let last = known.get(key)
  if (last !== undefined) return last
  last = endLine - 1
  for (; last > from; last -= 1) {
    const fence = fenceAt(state, last)
    if (fence?.isBare && fence.marker === marker && fence.length === length && !isOutdented(state, last))
      break
  }
  if (last === from) last = -1
  known.set(key, last)
  return last
}

function mayClose(fence: Fence, opening: Fence): boolean {
  return fence.isBare && fence.marker === opening.marker && fence.length >= opening.length
}

function isOutdented(state: StateBlock, line: number): boolean {
  return !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent
}

/** A fence at the very end of its surroundings holds nothing; the words on its line would be lost. */
function hasLineAfter(state: StateBlock, line: number, endLine: number): boolean {
  return line + 1 < endLine && !isOutdented(state, line + 1)
}

/** The fence that this line is. Marks on both ends of a line are no fence: they hold what is between them. */
function fenceAt(state: StateBlock, line: number): Fence | undefined {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const marker = state.src.charCodeAt(start)
  if (marker !== backtick && marker !== tilde) return undefined
  const end = state.eMarks[line] ?? 0
  const infoStart = Math.min(state.skipChars(start, marker), end)
  const length = infoStart - start
  if (length < 3 || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  const isBare = state.skipSpaces(infoStart) >= end
  if (!isBare && state.src.slice(infoStart, end).includes(marker === backtick ? '`' : '~~~')) return undefined
  return { marker, length, infoStart, isBare }
}
