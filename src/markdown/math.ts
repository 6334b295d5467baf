// Mathematics in TeX: $$x$$ in a line, and fenced blocks of language `math`.
import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { loadKatex } from './lazy-libraries.ts'
import { addInlineSyntax } from './ready-html.ts'
import { type Rendering, renderingOf } from './rendering.ts'

const inlineMath = /\$\$(?!\$)((?:\\[^\n]|[^$\\\n]){1,1000})\$\$(?!\$)/y

/** The deepest nesting of braces and of `\left` that is still typeset: KaTeX reads nested groups by recursion. */
const deepest = 30

/** Adds `$$x$$` to the parser, with and without spaces inside. */
export function mathPlugin(md: MarkdownIt): void {
  addInlineSyntax(md, 'emphasis', 'math', inlineMath, ([source = '', typed = ''], state) => {
    const tex = typed.trim()
    if (tex === '') return undefined
    return () => {
      const html = typeset(tex, false, renderingOf(state.env))
      return { kind: 'math', html: html ?? texError(source), text: tex }
    }
  })
}

/** The HTML of a fenced block of mathematics. */
export function mathBlock(tex: string, rendering: Rendering): string {
  const html = typeset(tex, true, rendering) ?? texError(tex.trim())
  return `<p>${html}</p>\n`
}

function texError(source: string): string {
  return `<span class="tex-error">${escapeHtml(source)}</span>`
}

/** KaTeX's HTML; nothing where the TeX is wrong, or the message has had its share of typesetting. */
function typeset(tex: string, displayMode: boolean, { budget }: Rendering): string | undefined {
  budget.mathExpressions -= 1
  budget.mathCharacters -= tex.length
  if (budget.mathExpressions < 0 || budget.mathCharacters < 0 || tooDeep(tex)) return undefined
  try {
    const options = {
      output: 'htmlAndMathml',
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    } as const
    return silently(() => loadKatex().renderToString(tex, { ...options, displayMode }))
  } catch {
    return undefined
  }
}

/** KaTeX tells the console of characters it can't measure, and what `\message` says: no message may write our log. */
function silently<T>(work: () => T): T {
  const { log, warn, error } = console
  const ignore = () => {}
  Object.assign(console, { log: ignore, warn: ignore, error: ignore })
  try {
    return work()
  } finally {
    Object.assign(console, { log, warn, error })
  }
}

function tooDeep(tex: string): boolean {
  let depth = 0
  for (const [mark] of tex.matchAll(/\\[{}]|[{}]|\\left(?![a-z])|\\right(?![a-z])|\\begin|\\end/g)) {
    if (mark === '{' || mark === '\\left' || mark === '\\begin') depth += 1
    if (mark === '}' || mark === '\\right' || mark === '\\end') depth -= 1
    if (depth > deepest) return true
  }
  return false
}
