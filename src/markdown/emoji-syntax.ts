// Emoji in messages: :name: for custom and Unicode emoji, and Unicode characters themselves.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { type Emoji, emojiByCode, emojiByName } from '../emoji/emoji.ts'
import { extraEmojiUrl } from '../emoji/extra-emoji.ts'
import { escapeHtml } from './escape.ts'
import { addInlineSyntax, attribute, type Ready, readyTokenType } from './ready-html.ts'
import { renderingOf } from './rendering.ts'
import { replaceInTexts, type Span } from './text-spans.ts'

const emojiName = /:([a-z0-9_+-]{1,60}):/y

/** Whether a text may hold an emoji character at all; cheap, and true a little too often. */
const perhapsEmoji = /[\u203c-\u3299\u{1f000}-\u{1faff}]|\ufe0f|\u200d/u

/** One emoji with all that joins it: variation selectors, skin tones, key caps, tags, joined emoji, flags. */
const sequence =
  /\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:[\u{e0020}-\u{e007f}]{1,8}|(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?){1,8})?/gu

/** Characters below U+2300 are signs of text (©, ↔) unless a variation selector asks for a picture. */
const plainSign = /^[^\u2300-\u{10ffff}]$/u

/** Adds emoji to the parser. Names nobody knows and characters without a code of the protocol stay text. */
export function emojiPlugin(md: MarkdownIt): void {
  addInlineSyntax(md, 'emphasis', 'emoji', emojiName, ([, name = ''], state) => {
    const custom = renderingOf(state.env).context.customEmoji(name)
    if (custom) return () => pictureEmoji(custom)
    const emoji = emojiByName(name)
    if (emoji) return () => unicodeEmoji(emoji, name)
    const sourceUrl = extraEmojiUrl(name)
    return sourceUrl === undefined ? undefined : () => pictureEmoji({ name, sourceUrl })
  })
  md.core.ruler.push('unicode_emoji', replaceCharacters)
}

function pictureEmoji({ name, sourceUrl }: { name: string; sourceUrl: string }): Ready {
  const html = `<img${attribute('alt', `:${name}:`)} class="emoji"${attribute('src', sourceUrl)}${attribute('title', spoken(name))}>`
  return { kind: 'emoji', html, text: `:${name}:` }
}

function unicodeEmoji(emoji: Emoji, name: string): Ready {
  const label = attribute('aria-label', spoken(name))
  const title = attribute('title', spoken(name))
  const text = `:${name}:`
  const html = `<span${label} class="emoji emoji-${emoji.code}" role="img"${title}>${escapeHtml(text)}</span>`
  return { kind: 'emoji', html, text }
}

function spoken(name: string): string {
  return name.replaceAll('_', ' ')
}

function replaceCharacters(state: StateCore): void {
  if (perhapsEmoji.test(state.src)) replaceInTexts(state, 'everywhere', findCharacters)
}

function findCharacters(text: string, state: StateCore): Span[] {
  const spans: Span[] = []
  if (!perhapsEmoji.test(text)) return spans
  for (const match of text.matchAll(sequence)) {
    const emoji = characterEmoji(match[0])
    if (!emoji) continue
    const token = emojiToken(state, emoji, emoji.names[0] ?? emoji.code)
    spans.push({ start: match.index, end: match.index + match[0].length, tokens: [token] })
  }
  return spans
}

function characterEmoji(characters: string): Emoji | undefined {
  if (plainSign.test(characters)) return undefined
  const points = Array.from(characters, (character) => character.codePointAt(0) ?? 0)
  const code = points.map((point) => point.toString(16).padStart(4, '0')).join('-')
  return emojiByCode(code) ?? emojiByCode(code.replaceAll('-fe0f', ''))
}

/** The token of an emoji that takes the place of text. */
export function emojiToken(state: StateCore, emoji: Emoji, name: string): Token {
  const ready = unicodeEmoji(emoji, name)
  const token = new state.Token(readyTokenType, '', 0)
  token.info = ready.html
  token.content = ready.text
  token.markup = ready.kind
  return token
}
