// Links in messages: written as [text](url), or found in the text; what they lead to, and previews of images.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { attribute } from './ready-html.ts'
import { type Rendering, renderingOf } from './rendering.ts'
import { completeUrl, isImageUrl, isSafeUrl, localUrl, uploadPath } from './urls.ts'

/** Domains that are links without http:// or www. in front: few, since `notes.md` and `main.rs` are files. */
const bareDomains = ['com', 'org', 'net', 'edu', 'gov', 'info', 'io', 'dev', 'app', 'chat', 'рф']
const mostPreviews = 20

/** Finding the end of a bare URL is slow by the character; longer ones can be written as [text](url). */
const longestUrl = 2048

interface Image {
  readonly url: string
  readonly title: string
}

/** Sets up links: safe URLs only, bare URLs found, places of the organization relative, images shown. */
export function linksPlugin(md: MarkdownIt): void {
  const normalize = md.normalizeLink.bind(md)
  md.normalizeLink = (url) => normalize(completeUrl(url))
  md.normalizeLinkText = (url) => url
  md.validateLink = isSafeUrl
  md.linkify.set({
    fuzzyLink: true,
    fuzzyEmail: true,
    fuzzyIP: false,
    maxLength: longestUrl,
    tlds: bareDomains,
  })
  md.linkify.add('//', null)
  md.linkify.add('www.', { validate: validateWww, normalize: (match) => (match.url = `http://${match.url}`) })
  md.core.ruler.push('link_targets', resolveLinks)
  md.renderer.rules['image_preview'] = (tokens, index) => tokens[index]?.info ?? ''
}

/** How far the URL goes that has `www.` in front of `position`; 0 if it is none. */
function validateWww(text: string, position: number, finder: MarkdownIt['linkify']): number {
  const rest = text.slice(position, position + longestUrl)
  if (!/^[^\s./?#]+\.[^\s./?#]/.test(rest)) return 0
  return Math.max(0, finder.testSchemaAt(`//${rest}`, 'http:', 0) - '//'.length)
}

/** Makes targets relative, notes what the message links to, and puts previews after the blocks of images. */
function resolveLinks(state: StateCore): void {
  const rendering = renderingOf(state.env)
  const result: Token[] = []
  const shown = new Set<string>()
  let waiting: Image[] = []
  let depth = { quote: 0, table: 0 }
  for (const token of state.tokens) {
    result.push(token)
    depth = depthAfter(depth, token)
    if (token.type === 'inline') {
      const images = resolveTargets(token.children ?? [], rendering)
      if (depth.quote === 0) waiting.push(...images)
    }
    if (waiting.length > 0 && depth.table === 0 && endsBlock(token)) {
      for (const image of waiting) result.push(...preview(image, shown, state, rendering))
      waiting = []
    }
  }
  if (shown.size > 0) state.tokens = result
}

function depthAfter(depth: { quote: number; table: number }, token: Token): { quote: number; table: number } {
  switch (token.type) {
    case 'blockquote_open':
    case 'blockquote_close':
      return { ...depth, quote: depth.quote + token.nesting }
    case 'table_open':
    case 'table_close':
      return { ...depth, table: depth.table + token.nesting }
    default:
      return depth
  }
}

function endsBlock(token: Token): boolean {
  return token.type === 'paragraph_close' || token.type === 'heading_close' || token.type === 'table_close'
}

function resolveTargets(tokens: readonly Token[], rendering: Rendering): Image[] {
  const images: Image[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'link_open') continue
    const typed = String(token.attrGet('href') ?? '')
    if (typed === '') {
      showAsText(tokens, index)
      continue
    }
    const url = localUrl(typed, rendering.context.realmUrl)
    token.attrSet('href', url)
    rendering.hasLink = true
    const path = uploadPath(url)
    if (path !== undefined) rendering.attachmentPaths.add(path)
    if (isImageUrl(url)) images.push({ url, title: labelAt(tokens, index) || url })
  }
  return images
}

/** Turns `[label]()`, a link that leads nowhere, back into what was typed. */
function showAsText(tokens: readonly Token[], open: number): void {
  let close = open
  while (close < tokens.length && tokens[close]?.type !== 'link_close') close += 1
  becomeText(tokens[open], '[')
  becomeText(tokens[close], ']()')
}

function becomeText(token: Token | undefined, content: string): void {
  if (!token) return
  token.type = 'text'
  token.nesting = 0
  token.content = content
}

/** The text between a link's opening and its closing. */
function labelAt(tokens: readonly Token[], open: number): string {
  let label = ''
  for (let index = open + 1; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token || token.type === 'link_close') break
    label += token.content
  }
  return label
}

function preview({ url, title }: Image, shown: Set<string>, state: StateCore, rendering: Rendering): Token[] {
  rendering.hasImage = true
  if (shown.has(url) || shown.size >= mostPreviews) return []
  shown.add(url)
  const token = new state.Token('image_preview', '', 0)
  token.block = true
  const link = `<a${attribute('href', url)}${attribute('title', title)}>`
  token.info = `<div class="message_inline_image">${link}<img src="${escapeHtml(url)}"></a></div>\n`
  return [token]
}
