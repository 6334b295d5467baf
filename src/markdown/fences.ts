// Fenced blocks that hold Markdown instead of code: ```quote and ```spoiler Header.
import type { MarkdownIt, StateBlock } from 'markdown-it'
import { languageOf } from './code.ts'
import { deepestBlock } from './limits.ts'

interface Fence {
  readonly marker: number
  readonly length: number
  /** What follows the marks on their line. */
  readonly info: string
}

const backtick = 96
const tilde = 126

/** Adds quote and spoiler fences to the parser; they nest, and hold code fences. */
export function fencesPlugin(md: MarkdownIt): void {
  const ends = ['paragraph', 'reference', 'blockquote', 'list']
  md.block.ruler.before('fence', 'markdown_fence', markdownFence, { alt: ends })
  md.renderer.rules['spoiler_open'] = () => '<div class="spoiler-block"><div class="spoiler-header">\n'
  md.renderer.rules['spoiler_content'] = () => '</div><div class="spoiler-content" aria-hidden="true">\n'
  md.renderer.rules['spoiler_close'] = () => '</div></div>\n'
}

function markdownFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const fence = fenceAt(state, startLine)
  const kind = fence && containerKind(fence)
  if (!fence || !kind || state.level >= deepestBlock) return false
  if (silent) return true
  const end = findEnd(state, startLine, endLine, fence)
  if (kind === 'quote') {
    state.push('blockquote_open', 'blockquote', 1)
    tokenizeInside(state, startLine + 1, end.line)
    state.push('blockquote_close', 'blockquote', -1)
  } else {
    state.push('spoiler_open', 'div', 1)
    pushHeader(state, fence.info.trim().slice('spoiler'.length).trim())
    state.push('spoiler_content', 'div', 0)
    tokenizeInside(state, startLine + 1, end.line)
    state.push('spoiler_close', 'div', -1)
  }
  state.line = end.closed ? end.line + 1 : end.line
  return true
}

function containerKind(fence: Fence): 'quote' | 'spoiler' | undefined {
  const language = languageOf(fence.info)
  return language === 'quote' || language === 'spoiler' ? language : undefined
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

/** The line that closes a container: fences inside it, of code or containers, have to be closed before. */
function findEnd(
  state: StateBlock,
  startLine: number,
  endLine: number,
  outermost: Fence,
): { line: number; closed: boolean } {
  const open = [outermost]
  for (let line = startLine + 1; line < endLine; line += 1) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return { line, closed: false }
    const fence = fenceAt(state, line)
    const innermost = open.at(-1)
    if (!fence || !innermost) continue
    if (closes(fence, innermost)) open.pop()
    else if (containerKind(innermost)) open.push(fence)
    if (open.length === 0) return { line, closed: true }
  }
  return { line: endLine, closed: false }
}

function closes(fence: Fence, opening: Fence): boolean {
  return fence.marker === opening.marker && fence.length >= opening.length && fence.info.trim() === ''
}

function fenceAt(state: StateBlock, line: number): Fence | undefined {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const end = state.eMarks[line] ?? 0
  const marker = state.src.charCodeAt(start)
  if (start >= end || (marker !== backtick && marker !== tilde)) return undefined
  const length = state.skipChars(start, marker) - start
  const info = state.src.slice(start + length, end)
  if (length < 3 || (marker === backtick && info.includes('`'))) return undefined
  return { marker, length, info }
}
