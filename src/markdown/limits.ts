// Bounds on what a message can make the parser build, whatever it holds.
import MarkdownItParser, { type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it'

/** Quotes, lists, spoilers nest this deep; further marks are text. A list counts twice, for its items. */
export const deepestBlock = 24

/** Emphasis and its like nest this deep; further marks disappear. */
export const deepestInline = 30

type InlineRule = (state: StateInline, silent: boolean) => boolean
export type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean

/** Bounds how deep quotes nest. Lists and fences see to it themselves. */
export function limitsPlugin(md: MarkdownIt): void {
  md.block.ruler.at('blockquote', notTooDeep('blockquote'), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

function notTooDeep(name: string): BlockRule {
  const rule = originalRule(name)
  return (state, startLine, endLine, silent) =>
    state.level < deepestBlock && rule(state, startLine, endLine, silent)
}

/** The parser's own rule for blocks of this name, by way of a parser that has only this one. */
export function originalRule(name: string): BlockRule {
  const { block } = new MarkdownItParser()
  block.ruler.enableOnly(name)
  return firstOf(block.ruler.getRules(''), name)
}

/** The parser's own rule for text inside blocks. */
export function originalInlineRule(name: string): InlineRule {
  const { inline } = new MarkdownItParser()
  inline.ruler.enableOnly(name)
  return firstOf(inline.ruler.getRules(''), name)
}

function firstOf<Rule>([rule]: readonly Rule[], name: string): Rule {
  if (!rule) throw new Error(`the Markdown parser has no rule ${name}`)
  return rule
}
