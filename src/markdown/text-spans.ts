// Replaces parts of the plain text of a parsed message by other tokens: emoji characters, linkifiers.
import type { StateCore, Token } from 'markdown-it'

/** A part of a text, by index, and what takes its place. Spans come in order and do not overlap. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly tokens: readonly Token[]
}

/** Finds parts of a text; `before` and `after` are what stands beside it in its block. */
type Find = (text: string, state: StateCore, before: Token | undefined, after: Token | undefined) => Span[]

/** Runs `find` over every text, or every text outside links, and puts what it finds in place. */
export function replaceInTexts(state: StateCore, where: 'everywhere' | 'outside links', find: Find): void {
  for (const block of state.tokens) {
    if (block.type === 'inline' && block.children) {
      block.children = replaceInTokens(block.children, state, where, find)
    }
  }
}

function replaceInTokens(
  tokens: Token[],
  state: StateCore,
  where: 'everywhere' | 'outside links',
  find: Find,
): Token[] {
  const result: Token[] = []
  let linkDepth = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'link_open') linkDepth += 1
    if (token.type === 'link_close') linkDepth -= 1
    const looked = token.type === 'text' && (where === 'everywhere' || linkDepth === 0)
    const spans = looked ? find(token.content, state, tokens[index - 1], tokens[index + 1]) : []
    if (spans.length === 0) result.push(token)
    else splice(result, token, spans, state)
  }
  return result
}

function splice(result: Token[], token: Token, spans: readonly Span[], state: StateCore): void {
  let from = 0
  for (const span of spans) {
    pushText(result, token.content.slice(from, span.start), state)
    for (const replacement of span.tokens) result.push(replacement)
    from = span.end
  }
  pushText(result, token.content.slice(from), state)
}

function pushText(result: Token[], content: string, state: StateCore): void {
  if (content === '') return
  const token = new state.Token('text', '', 0)
  token.content = content
  result.push(token)
}
