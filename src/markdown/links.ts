// Links in messages: written as [text](url), or found in the text; what they lead to, and what is shown of it.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { addressFinder } from './addresses.ts'
import { audioHtml, previewHtml, type ExternalImage, type LinkedFile } from './linked-files.ts'
import { readyTokenType } from './ready-html.ts'
import { type Rendering, renderingOf } from './rendering.ts'
import { completeUrl, isImageUrl, isSafeUrl, localUrl, uploadPath } from './urls.ts'

const mostPreviews = 20
/** Of the pages that a message links to, so many are noted. */
const mostPages = 20

/** What is to be shown after the block that the link stands in. */
interface Shown {
  readonly url: string
  readonly title: string
  readonly file: LinkedFile | ExternalImage
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
  md.renderer.rules['file_preview'] = (tokens, index) => tokens[index]?.info ?? ''
}

type Readable = (url: string) => string

/** Makes targets relative, notes what the message links to, and shows what can be shown of it. */
function resolveLinks(state: StateCore, readable: Readable): void {
  const rendering = renderingOf(state.env)
  const result: Token[] = []
  const shown = new Set<string>()
  let waiting: Shown[] = []
  let depth: Depth = { quote: 0, spoiler: 0, table: 0 }
  for (const token of state.tokens) {
    result.push(token)
    depth = depthAfter(depth, token)
    if (token.type === 'inline' && token.children) {
      token.children = withLabels(token.children, state, readable)
      const files = resolveTargets(token.children, rendering)
      if (depth.quote === 0 && depth.spoiler === 0) notePages(token.children, rendering)
      if (depth.quote === 0) {
        if (rendering.context.showsImages) waiting.push(...files.filter(({ file }) => !isAudio(file)))
        token.children = withPlayers(token.children, files, state)
      }
    }
    if (waiting.length > 0 && depth.table === 0 && endsBlock(token)) {
      for (const file of waiting) result.push(...preview(file, shown, state))
      waiting = []
    }
  }
  if (shown.size > 0) state.tokens = result
}

/** How many of these the place is in. */
interface Depth {
  readonly quote: number
  readonly spoiler: number
  readonly table: number
}

function depthAfter(depth: Depth, token: Token): Depth {
  switch (token.type) {
    case 'spoiler_open':
    case 'spoiler_close':
      return { ...depth, spoiler: depth.spoiler + token.nesting }
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

/** @returns what of the linked things may be shown: uploads as far as the author may open them, images elsewhere */
function resolveTargets(tokens: readonly Token[], rendering: Rendering): (Shown & { open: Token })[] {
  const files: (Shown & { open: Token })[] = []
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
    if (path === undefined) {
      if (!isImageUrl(url)) continue
      rendering.hasImage = true
      const source = rendering.context.externalImage(url)
      if (source === undefined) continue
      files.push({ url, title: labelAt(tokens, index) || url, file: { source }, open: token })
      continue
    }
    const file = rendering.context.attachment(path)
    if (!file) continue
    rendering.attachmentPaths.add(path)
    if (file.contentType.startsWith('image/')) rendering.hasImage = true
    files.push({ url, title: labelAt(tokens, index) || url, file, open: token })
  }
  return files
}

/** Links to pages elsewhere; images and what has other schemes are none. */
function notePages(tokens: readonly Token[], { pageUrls }: Rendering): void {
  for (const token of tokens) {
    if (token.type !== 'link_open' || pageUrls.size >= mostPages) continue
    const url = String(token.attrGet('href') ?? '')
    if (/^https?:\/\//i.test(url) && !isImageUrl(url)) pageUrls.add(url)
  }
}

function isAudio(file: LinkedFile | ExternalImage): boolean {
  return 'contentType' in file && file.contentType.startsWith('audio/')
}

/** Links to sound become what plays it. */
function withPlayers(
  tokens: Token[],
  files: readonly (Shown & { open: Token })[],
  state: StateCore,
): Token[] {
  const players = new Map(files.filter(({ file }) => isAudio(file)).map((file) => [file.open, file]))
  if (players.size === 0) return tokens
  let isInside = false
  return tokens.flatMap((token) => {
    const player = players.get(token)
    if (player) {
      isInside = true
      const shown = new state.Token(readyTokenType, '', 0)
      shown.info = audioHtml(player.url, player.title)
      shown.content = player.title
      return [shown]
    }
    if (!isInside) return [token]
    if (token.type === 'link_close') isInside = false
    return []
  })
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

function preview({ url, title, file }: Shown, shown: Set<string>, state: StateCore): Token[] {
  if (shown.has(url) || shown.size >= mostPreviews) return []
  const html = previewHtml(url, title, file)
  if (html === undefined) return []
  shown.add(url)
  const token = new state.Token('file_preview', '', 0)
  token.block = true
  token.info = `${html}\n`
  return [token]
}
