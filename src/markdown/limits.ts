// Bounds on what a message can make the parser build, whatever it holds.
import MarkdownItParser, { type MarkdownIt, type StateBlock } from 'markdown-it'
import { renderingOf } from './rendering.ts'

/** Quotes, lists, spoilers nest this deep; further marks are text. A list counts twice, for its items. */
export const deepestBlock = 24

/** Emphasis and its like nest this deep; further marks disappear. */
export const deepestInline = 30

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean

/** Wraps the parser's rules for nesting blocks and for tables, whose size is not bounded by the input's. */
export function limitsPlugin(md: MarkdownIt): void {
  const paragraphEnds = ['paragraph', 'reference', 'blockquote', 'list']
  md.block.ruler.at('blockquote', notTooDeep('blockquote'), { alt: paragraphEnds })
  md.block.ruler.at('list', notTooDeep('list'), { alt: ['paragraph', 'reference', 'blockquote'] })
  md.block.ruler.at('table', notTooLarge(), { alt: ['paragraph', 'reference'] })
}

function notTooDeep(name: string): BlockRule {
  const rule = originalRule(name)
  return (state, startLine, endLine, silent) =>
    state.level < deepestBlock && rule(state, startLine, endLine, silent)
}

/** A table fills up short rows, so a narrow message can ask for a vast table; a message gets a number of cells. */
function notTooLarge(): BlockRule {
  const rule = originalRule('table')
  return (state, startLine, endLine, silent) => {
    const { budget } = renderingOf(state.env)
    if (budget.tableCells < 0) return false
    const before = state.tokens.length
    if (!rule(state, startLine, endLine, true)) return false
    const columns = countColumns(state, startLine + 1)
    let rows = 1
    while (startLine + rows < endLine && !state.isEmpty(startLine + rows)) rows += 1
    const cells = columns * rows
    if (cells > budget.tableCells) {
      budget.tableCells = -1
      return false
    }
    if (silent) return true
    const made = rule(state, startLine, endLine, false)
    if (made) budget.tableCells -= Math.ceil((state.tokens.length - before) / 3)
    return made
  }
}

function countColumns(state: StateBlock, line: number): number {
  return state.src.slice(state.bMarks[line], state.eMarks[line]).split('|').length
}

/** The parser's own rule of this name, by way of a parser that has only this one. */
function originalRule(name: string): BlockRule {
  const { block } = new MarkdownItParser()
  block.ruler.enableOnly(name)
  const rule = block.ruler.getRules('')[0]
  if (!rule) throw new Error(`the Markdown parser has no rule ${name}`)
  return rule
}
