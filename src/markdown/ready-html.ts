// Inline tokens whose HTML is known as soon as they are read: mentions, emoji, times, math, channel links.
import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from './escape.ts'

/** What a piece of chat syntax is, as far as the plain text of the message is concerned. */
export type ReadyKind = 'mention' | 'channel' | 'emoji' | 'time' | 'math'

/** A piece of chat syntax: its HTML and the plain text that search sees. */
export interface Ready {
  readonly kind: ReadyKind
  readonly html: string
  readonly text: string
}

export const readyTokenType = 'ready_html'

/** Teaches the renderer to print tokens made by `pushReady`. */
export function readyHtmlPlugin(md: MarkdownIt): void {
  md.renderer.rules[readyTokenType] = (tokens, index) => tokens[index]?.info ?? ''
}

/** Adds a token that prints as `ready.html`, and reads as `ready.text`. */
export function pushReady(state: StateInline, ready: Ready): void {
  const token = state.push(readyTokenType, '', 0)
  token.info = ready.html
  token.content = ready.text
  token.markup = ready.kind
}

/**
 * Adds an inline rule for syntax that a sticky pattern describes. The pattern must bound how far it looks, so
 * that a row of openings without an end stays linear. `read` answers nothing where the text is to stay as it is;
 * what it answers is called only where the syntax is shown, not where the parser looks ahead.
 */
export function addInlineSyntax(
  md: MarkdownIt,
  before: string,
  name: string,
  pattern: RegExp,
  read: (match: RegExpExecArray, state: StateInline) => (() => Ready) | undefined,
): void {
  const first = firstCharacter(pattern)
  md.inline.ruler.before(before, name, (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== first) return false
    pattern.lastIndex = state.pos
    const match = pattern.exec(state.src)
    if (!match || pattern.lastIndex > state.posMax) return false
    const end = pattern.lastIndex
    const show = read(match, state)
    if (!show) return false
    if (!silent) pushReady(state, show())
    state.pos = end
    return true
  })
}

/** The literal character that a pattern begins with. */
function firstCharacter(pattern: RegExp): number {
  return pattern.source.replace(/^\\/, '').charCodeAt(0)
}

const wordBefore = /[\p{L}\p{N}_]$/u

/** Whether a reference may begin here: not in the text of a link, and not glued to a word, as in an e-mail. */
export function standsAlone(state: StateInline): boolean {
  return state.linkLevel === 0 && !wordBefore.test(state.src.slice(Math.max(0, state.pos - 2), state.pos))
}

/** One attribute, with a leading space. */
export function attribute(name: string, value: string | number): string {
  return ` ${name}="${escapeHtml(String(value))}"`
}
