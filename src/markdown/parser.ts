// The Markdown parser of the chat: markdown-it with the chat's own syntax, and without what a chat has no use for.
import MarkdownItParser, { type MarkdownIt } from 'markdown-it'
import { channelLinksPlugin } from './channel-links.ts'
import { codePlugin } from './code.ts'
import { emojiPlugin } from './emoji-syntax.ts'
import { emoticonsPlugin } from './emoticons.ts'
import { fencesPlugin } from './fences.ts'
import { deepestInline, limitsPlugin } from './limits.ts'
import { linkifiersPlugin } from './linkifiers.ts'
import { linksPlugin } from './links.ts'
import { listsPlugin } from './lists.ts'
import { mathPlugin } from './math.ts'
import { mentionsPlugin } from './mentions.ts'
import { collectText } from './plain-text.ts'
import { plainSignsPlugin } from './plain-signs.ts'
import { readyHtmlPlugin } from './ready-html.ts'
import { environmentOf, type Rendering, renderingOf } from './rendering.ts'
import { tablesPlugin } from './tables.ts'
import { timestampsPlugin } from './timestamps.ts'

/** The HTML of a message; `rendering` holds afterwards what was found in it. */
export function parseToHtml(content: string, rendering: Rendering): string {
  const env = environmentOf(rendering)
  const parser = (made ??= buildParser())
  const tokens = parser.parse(content, env)
  collectText(tokens, rendering)
  return parser.renderer.render(tokens, parser.options, env).trimEnd()
}

/** Made for the first message. */
let made: MarkdownIt | undefined

function buildParser(): MarkdownIt {
  const md = new MarkdownItParser({ html: false, linkify: true, breaks: true, maxNesting: 40 })
  // Underlined headings and link definitions would eat lines of ordinary messages; images show as previews.
  md.disable(['lheading', 'reference', 'image', 'html_block', 'html_inline'])
  for (const plugin of [
    readyHtmlPlugin,
    plainSignsPlugin,
    limitsPlugin,
    listsPlugin,
    tablesPlugin,
    fencesPlugin,
    codePlugin,
    mathPlugin,
    timestampsPlugin,
  ]) {
    md.use(plugin)
  }
  md.use(mentionsPlugin).use(channelLinksPlugin).use(emojiPlugin).use(emoticonsPlugin)
  md.use(linkifiersPlugin).use(linksPlugin).use(quotesPlugin).use(flatteningPlugin)
  md.renderer.rules['s_open'] = () => '<del>'
  md.renderer.rules['s_close'] = () => '</del>'
  return md
}

/** Reads the text of blocks knowing how many quotes they stand in, since mentions in quotes are silent. */
function quotesPlugin(md: MarkdownIt): void {
  md.core.ruler.at('inline', (state) => {
    const rendering = renderingOf(state.env)
    for (const token of state.tokens) {
      if (token.tag === 'blockquote') rendering.quoteDepth += token.nesting
      if (token.type !== 'inline' || !token.children) continue
      state.md.inline.parse(token.content, state.md, state.env, token.children)
    }
  })
}

/** Hides emphasis inside more emphasis than any reader can see, which browsers handle badly. */
function flatteningPlugin(md: MarkdownIt): void {
  md.core.ruler.push('flattening', (state) => {
    for (const block of state.tokens) {
      let depth = 0
      for (const token of block.children ?? []) {
        if (token.nesting < 0) depth -= 1
        token.hidden = token.nesting !== 0 && depth >= deepestInline && token.tag !== 'a'
        if (token.nesting > 0) depth += 1
      }
    }
  })
}
