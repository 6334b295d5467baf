// Code blocks: highlighting, in the shape and with the class names that clients of the protocol style.
import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { mathBlock } from './math.ts'
import { type Highlighter, loadHighlighter } from './lazy-libraries.ts'
import { attribute } from './ready-html.ts'
import { type Rendering, renderingOf } from './rendering.ts'

/** Adds code blocks, fenced and indented, to the parser; a fence of language `math` is typeset. */
export function codePlugin(md: MarkdownIt): void {
  md.renderer.rules['fence'] = (tokens, index, _options, env) => {
    const { info = '', content = '' } = tokens[index] ?? {}
    const rendering = renderingOf(env)
    const language = languageOf(info)
    if (language === 'math') return mathBlock(content, rendering)
    return codeBlock(content, language || rendering.context.defaultCodeLanguage, rendering)
  }
  md.renderer.rules['code_block'] = (tokens, index, _options, env) =>
    codeBlock(tokens[index]?.content ?? '', '', renderingOf(env))
  md.renderer.rules['code_inline'] = (tokens, index) =>
    `<code>${escapeHtml(tokens[index]?.content ?? '')}</code>`
}

/** The language of a fence: the first word after it, also as `.python` or `{.python}`. */
function languageOf(info: string): string {
  return /^\s*(?:\{?\s*\.)?([^\s{}]{1,60})/.exec(info)?.[1] ?? ''
}

function codeBlock(code: string, language: string, { budget }: Rendering): string {
  const highlighter = language === '' ? undefined : loadHighlighter(language)
  const grammar = highlighter?.getLanguage(language)
  const name = grammar?.name ?? language
  const data = name === '' ? '' : attribute('data-code-language', name)
  const affordable = highlighter && grammar && isAffordable(code, name, budget)
  const html = affordable ? highlight(highlighter, code, language) : escapeHtml(code)
  return `<div class="codehilite"${data}><pre><span></span><code>${html}</code></pre></div>\n`
}

function highlight(highlighter: Highlighter, code: string, language: string): string {
  try {
    const { value } = highlighter.highlight(code, { language, ignoreIllegals: true })
    return value.replace(/<span class="([^"]*)">/g, (_, classes: string) => span(classes))
  } catch {
    return escapeHtml(code)
  }
}

/** Grammars whose patterns look far ahead again and again; the time they take grows with the square of the code. */
const slowGrammars = new Set([
  'C',
  'C#',
  'C++',
  'F#',
  'Haskell',
  'Java',
  'Nix',
  'Scala',
  'Shell Session',
  'TOML, also INI',
])

/** What code does not look like, but an attack on the highlighter does: endless words, lines and gaps. */
const unlikelyCode = /[\w$-]{81}|[^\n]{401}|\s{81}/

function isAffordable(code: string, grammar: string, budget: Rendering['budget']): boolean {
  budget.highlightedCharacters -= slowGrammars.has(grammar) ? code.length * 4 : code.length
  return budget.highlightedCharacters >= 0 && !unlikelyCode.test(code)
}

/** Style sheets of the protocol's clients know the short class names of Pygments. */
function span(classes: string): string {
  const short = shortNames[classes.replaceAll('hljs-', '')] ?? shortNames[classes.replace(/^hljs-| .*$/g, '')]
  return `<span class="${short ?? 'x'}">`
}

const shortNames: Record<string, string> = {
  keyword: 'k',
  built_in: 'nb',
  type: 'kt',
  literal: 'kc',
  number: 'm',
  operator: 'o',
  punctuation: 'p',
  property: 'na',
  regexp: 'sr',
  string: 's',
  char: 'sc',
  'char escape_': 'se',
  subst: 'si',
  symbol: 'ss',
  variable: 'nv',
  'variable language_': 'bp',
  'variable constant_': 'no',
  title: 'n',
  'title class_': 'nc',
  'title class_ inherited__': 'nc',
  'title function_': 'nf',
  'title function_ invoke__': 'nf',
  params: 'n',
  comment: 'c',
  doctag: 'cs',
  meta: 'cp',
  'meta prompt_': 'gp',
  section: 'gh',
  tag: 'nt',
  name: 'nt',
  attr: 'na',
  attribute: 'na',
  bullet: 'p',
  code: 's',
  emphasis: 'ge',
  strong: 'gs',
  formula: 's',
  link: 's',
  quote: 'c',
  'selector-tag': 'nt',
  'selector-id': 'nf',
  'selector-class': 'nc',
  'selector-attr': 'na',
  'selector-pseudo': 'nd',
  'template-tag': 'cp',
  'template-variable': 'nv',
  addition: 'gi',
  deletion: 'gd',
}
