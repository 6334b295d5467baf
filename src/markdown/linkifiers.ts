// Linkifiers: patterns of an organization's administrators that turn text such as #123 into links.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import type { RE2JS } from 're2js'
import { loadRe2 } from './lazy-libraries.ts'
import { renderingOf } from './rendering.ts'
import { replaceInTexts, type Span } from './text-spans.ts'
import { expandTemplate, templateVariables } from './url-templates.ts'
import { isSafeUrl } from './urls.ts'

/** A linkifier that can be used: made by `compileLinkifier` only. */
export interface CompiledLinkifier {
  /** The pattern as the administrator wrote it. */
  readonly source: string
  readonly urlTemplate: string
  readonly pattern: RE2JS
  /** The URL for the values of the named groups; nothing if it would not be a URL that is safe to link to. */
  url(groups: Readonly<Record<string, string>>): string | undefined
}

/** A linkifier, or the parameter that is wrong and why, in a sentence for the administrator. */
export type LinkifierResult =
  | { readonly ok: true; readonly linkifier: CompiledLinkifier }
  | { readonly ok: false; readonly parameter: 'pattern' | 'url_template'; readonly problem: string }

/** Where in a text a linkifier matched. */
export interface LinkifierMatch {
  readonly start: number
  readonly end: number
  readonly url: string
}

const longestPattern = 1000
const largestProgram = 400

/**
 * Checks and compiles a linkifier. Patterns are of RE2, which matches in linear time whatever the pattern; the
 * named groups of the pattern and the variables of the URL template (RFC 6570) have to be the same.
 */
export function compileLinkifier(pattern: string, urlTemplate: string): LinkifierResult {
  const compiled = compilePattern(pattern)
  if (typeof compiled === 'string') return { ok: false, parameter: 'pattern', problem: compiled }
  const groups = Object.keys(compiled.namedGroups())
  const problem = templateProblem(urlTemplate, groups)
  if (problem) return { ok: false, parameter: 'url_template', problem }
  const url = urlExpander(urlTemplate)
  return { ok: true, linkifier: { source: pattern, urlTemplate, pattern: compiled, url } }
}

function compilePattern(pattern: string): RE2JS | string {
  if (pattern === '') return 'The pattern is empty.'
  if (pattern.length > longestPattern) return `The pattern is longer than ${longestPattern} characters.`
  try {
    const re2 = loadRe2()
    re2.compile(pattern)
    const compiled = re2.compile(`(^|[\\s'"(,:<\\[])(${pattern})($|[^\\p{L}\\p{N}_])`)
    if (compiled.programSize() > largestProgram) return 'The pattern is too complex.'
    return re2.compile(pattern).matches('') ? 'The pattern matches the empty text.' : compiled
  } catch (error) {
    return `The pattern is not a valid regular expression: ${error instanceof Error ? error.message : ''}`
  }
}

function templateProblem(template: string, groups: readonly string[]): string | undefined {
  const variables = templateVariables(template)
  if (!variables) return 'The URL template is not a valid RFC 6570 template.'
  const unknown = [...variables].find((variable) => !groups.includes(variable))
  if (unknown !== undefined) return `The URL template uses “${unknown}”, which is not a group of the pattern.`
  const unused = groups.find((group) => !variables.has(group))
  if (unused !== undefined) return `The group “${unused}” of the pattern is not used in the URL template.`
  const sample = expandTemplate(template, Object.fromEntries(groups.map((group) => [group, 'a'])))
  return sample === undefined || !isSafeUrl(sample)
    ? 'The URL template does not make a web address.'
    : undefined
}

function urlExpander(template: string): CompiledLinkifier['url'] {
  return (groups) => {
    const url = expandTemplate(template, groups)
    return url !== undefined && isSafeUrl(url) ? url : undefined
  }
}

/**
 * Finds what the linkifiers match in a text, in order. Where two overlap, the earlier linkifier wins. A match
 * begins and ends at the edge of a word. `budget.linkifierCharacters` bounds the work: a search from a place may
 * read on to the end of the text, so each one costs what is left of the text.
 */
export function findLinkifierMatches(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  budget: { linkifierCharacters: number },
): LinkifierMatch[] {
  const found: LinkifierMatch[] = []
  for (const linkifier of linkifiers) {
    const matches = matchesOf(text, linkifier, budget)
    found.push(...matches.filter((match) => !found.some((taken) => overlap(taken, match))))
  }
  return found.sort((a, b) => a.start - b.start)
}

function matchesOf(
  text: string,
  { pattern, url }: CompiledLinkifier,
  budget: { linkifierCharacters: number },
): LinkifierMatch[] {
  const matches: LinkifierMatch[] = []
  budget.linkifierCharacters -= text.length
  if (budget.linkifierCharacters < 0 || !pattern.test(text)) return matches
  const matcher = pattern.matcher(text)
  for (let from = 0; from < text.length;) {
    budget.linkifierCharacters -= text.length - from
    if (budget.linkifierCharacters < 0 || !matcher.find(from)) break
    const start = matcher.start(2)
    const end = matcher.end(2)
    const target = url(namedValues(matcher.getNamedGroups()))
    if (target !== undefined && end > start) matches.push({ start, end, url: target })
    from = Math.max(end, from + 1)
  }
  return matches
}

function namedValues(groups: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? '']))
}

function overlap(a: LinkifierMatch, b: LinkifierMatch): boolean {
  return a.start < b.end && b.start < a.end
}

/** Adds the linkifiers of the context to the parser; they look at text outside code and links. */
export function linkifiersPlugin(md: MarkdownIt): void {
  md.core.ruler.push('linkifiers', (state) => {
    const { context, budget } = renderingOf(state.env)
    if (context.linkifiers.length === 0) return
    replaceInTexts(state, 'outside links', (text) =>
      findLinkifierMatches(text, context.linkifiers, budget).map((match) => linkSpan(state, text, match)),
    )
  })
}

function linkSpan(state: StateCore, text: string, { start, end, url }: LinkifierMatch): Span {
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['href', url]]
  const content: Token = new state.Token('text', '', 0)
  content.content = text.slice(start, end)
  const close = new state.Token('link_close', 'a', -1)
  return { start, end, tokens: [open, content, close] }
}
