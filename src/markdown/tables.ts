// Tables: bounded in size, and in the shape that clients of the protocol read.
import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { type BlockRule, originalRule } from './limits.ts'
import { renderingOf } from './rendering.ts'

export function tablesPlugin(md: MarkdownIt): void {
  const rule = originalRule('table')
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      const { budget } = renderingOf(state.env)
      const cells = budget.tableCells < 0 ? undefined : mostCells(state, startLine, endLine, rule)
      if (cells === undefined) return false
      if (cells > budget.tableCells) {
        budget.tableCells = -1
        return false
      }
      if (silent) return true
      const first = state.tokens.length
      const isTable = rule(state, startLine, endLine, false)
      if (isTable) budget.tableCells -= Math.ceil((state.tokens.length - first) / 3)
      const cellsOfHead = state.tokens.slice(first).filter(({ type }) => type === 'th_open')
      if (isTable && state.tokens.at(-2)?.type === 'thead_close') addEmptyBody(state, cellsOfHead)
      return isTable
    },
    { alt: ['paragraph', 'reference'] },
  )
  md.renderer.rules['th_open'] = (tokens, index) => openCell('th', tokens[index])
  md.renderer.rules['td_open'] = (tokens, index) => openCell('td', tokens[index])
}

/**
 * The most cells that a table here can have; undefined where none begins. A table fills up short rows, so a narrow
 * message can ask for a vast table: a message gets a number of cells.
 */
function mostCells(
  state: StateBlock,
  startLine: number,
  endLine: number,
  rule: BlockRule,
): number | undefined {
  if (!rule(state, startLine, endLine, true)) return undefined
  const columns = state.src.slice(state.bMarks[startLine + 1], state.eMarks[startLine + 1]).split('|').length
  let rows = 1
  while (startLine + rows < endLine && !state.isEmpty(startLine + rows)) rows += 1
  return columns * rows
}

/** Clients expect a body with a row in every table. */
function addEmptyBody(state: StateBlock, headCells: readonly Token[]): void {
  const end = state.tokens.pop()
  state.level += 1
  state.push('tbody_open', 'tbody', 1)
  state.push('tr_open', 'tr', 1)
  for (const { attrs } of headCells) {
    state.push('td_open', 'td', 1).attrs = attrs
    const inline = state.push('inline', '', 0)
    inline.content = ''
    inline.children = []
    state.push('td_close', 'td', -1)
  }
  state.push('tr_close', 'tr', -1)
  state.push('tbody_close', 'tbody', -1)
  state.level -= 1
  if (end) state.tokens.push(end)
}

/** Clients know how a cell is aligned by this very text. */
function openCell(tag: 'th' | 'td', token: Token | undefined): string {
  const alignment = /left|center|right/.exec(String(token?.attrGet('style') ?? ''))?.[0]
  return alignment === undefined ? `<${tag}>` : `<${tag} style="text-align: ${alignment};">`
}
