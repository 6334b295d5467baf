// Links in messages: written as [text](url), or found in the text; what they lead to, and previews of images.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { addressFinder } from './addresses.ts'
import { escapeHtml } from './escape.ts'
import { attribute } from './ready-html.ts'
import { type Rendering, renderingOf } from './rendering.ts'
import { completeUrl, isImageUrl, isSafeUrl, localUrl, uploadPath } from './urls.ts'

const mostPreviews = 20

interface Image {
  readonly url: string
  readonly title: string
}

/** Sets up links: safe URLs only, addresses in the text found, places of the organization relative, uploads shown. */
export function linksPlugin(md: MarkdownIt): void {
  const normalize = md.normalizeLink.bind(md)
  const readable = md.normalizeLinkText.bind(md)
  md.normalizeLink = (url) => normalize(completeUrl(url))
  md.normalizeLinkText = (url) => url
  md.validateLink = isSafeUrl
  md.linkify = addressFinder()
  md.core.ruler.push('link_targets', (state) => resolveLinks(state, readable))
  md.renderer.rules['image_preview'] = (tokens, index) => tokens[index]?.info ?? ''
}

type Readable = (url: string) => string

/** Makes targets relative, notes what the message links to, and puts previews after the blocks of images. */
function resolveLinks(state: StateCore, readable: Readable): void {
  const rendering = renderingOf(state.env)
  const result: Token[] = []
  const shown = new Set<string>()
  let waiting: Image[] = []
  let depth = { quote: 0, table: 0 }
  for (const token of state.tokens) {
    result.push(token)
    depth = depthAfter(depth, token)
    if (token.type === 'inline' && token.children) {
      token.children = withLabels(token.children, state, readable)
      const images = resolveTargets(token.children, rendering)
      if (depth.quote === 0) waiting.push(...images)
    }
    if (waiting.length > 0 && depth.table === 0 && endsBlock(token)) {
      for (const image of waiting) result.push(...preview(image, shown, state))
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

/** A link without a label, or with a blank one, shows its address. */
function withLabels(tokens: Token[], state: StateCore, readable: Readable): Token[] {
  if (!tokens.some((_, index) => isUnlabelled(tokens, index))) return tokens
  return tokens.flatMap((token, index) => {
    if (isUnlabelled(tokens, index - 1) && token.type === 'text') return []
    if (!isUnlabelled(tokens, index)) return [token]
    token.info = 'auto'
    const label = new state.Token('text', '', 0)
    label.content = readable(String(token.attrGet('href')))
    return [token, label]
  })
}

/** Whether a link opens here that leads somewhere and has nothing but blanks between its ends. */
function isUnlabelled(tokens: readonly Token[], open: number): boolean {
  const opening = tokens[open]
  if (opening?.type !== 'link_open' || opening.attrGet('href') === '') return false
  const next = tokens[open + 1]
  const isBlank = next?.type === 'text' && next.content.trim() === ''
  return (isBlank ? tokens[open + 2] : next)?.type === 'link_close'
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
    if (!isImageUrl(url)) continue
    rendering.hasImage = true
    // Showing an image from elsewhere would tell that place who reads the message, and when.
    if (path !== undefined) images.push({ url, title: labelAt(tokens, index) || url })
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

function preview({ url, title }: Image, shown: Set<string>, state: StateCore): Token[] {
  if (shown.has(url) || shown.size >= mostPreviews) return []
  shown.add(url)
  const token = new state.Token('image_preview', '', 0)
  token.block = true
  const link = `<a${attribute('href', url)}${attribute('title', title)}>`
  token.info = `<div class="message_inline_image">${link}<img src="${escapeHtml(url)}"></a></div>\n`
  return [token]
}
