// Emoticons that become emoji where they stand alone, for authors who want that (`translate_emoticons`).
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { emojiByName } from '../emoji/emoji.ts'
import { emojiToken } from './emoji-syntax.ts'
import { renderingOf } from './rendering.ts'
import { replaceInTexts, type Span } from './text-spans.ts'

const names: Readonly<Record<string, string>> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

const emoticon = /(?<!\S)(?::[)(|/DoOpP]|\(:|<3|;\))(?!\S)/g

/** Adds emoticons to the parser. */
export function emoticonsPlugin(md: MarkdownIt): void {
  md.core.ruler.push('emoticons', (state) => {
    if (renderingOf(state.env).context.translateEmoticons) replaceInTexts(state, 'everywhere', findEmoticons)
  })
}

function findEmoticons(
  text: string,
  state: StateCore,
  before: Token | undefined,
  after: Token | undefined,
): Span[] {
  return Array.from(text.matchAll(emoticon)).flatMap(({ 0: typed, index }) => {
    const end = index + typed.length
    const isAlone = (index > 0 || isEdge(before)) && (end < text.length || isEdge(after))
    const name = names[typed] ?? ''
    const emoji = isAlone ? emojiByName(name) : undefined
    return emoji ? [{ start: index, end, tokens: [emojiToken(state, emoji, name)] }] : []
  })
}

/** Whether there is nothing beside a text, or a new line. */
function isEdge(token: Token | undefined): boolean {
  return token === undefined || token.type === 'softbreak' || token.type === 'hardbreak'
}
