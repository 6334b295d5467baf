// The words of a message without its markup, for search and for alert words.
import type { Token } from 'markdown-it'
import { readyTokenType } from './ready-html.ts'
import type { Rendering } from './rendering.ts'

/** Fills in `textForSearch` (all words) and `alertText` (those outside code, math, emoji and URLs). */
export function collectText(tokens: readonly Token[], rendering: Rendering): void {
  for (const token of tokens) {
    if (token.type === 'inline') {
      collectInline(token.children ?? [], rendering)
      both(rendering, '\n')
    } else if (token.type === 'fence' || token.type === 'code_block') {
      rendering.textForSearch += token.content
      rendering.alertText += '\n'
    }
  }
  rendering.textForSearch = rendering.textForSearch.trim()
  rendering.alertText = rendering.alertText.trim()
}

function collectInline(tokens: readonly Token[], rendering: Rendering): void {
  let inUrl = false
  for (const token of tokens) {
    switch (token.type) {
      case 'link_open':
        inUrl = token.info === 'auto'
        break
      case 'link_close':
        inUrl = false
        break
      case 'softbreak':
      case 'hardbreak':
        both(rendering, '\n')
        break
      case 'text':
        rendering.textForSearch += token.content
        rendering.alertText += inUrl ? ' ' : token.content
        break
      case readyTokenType:
        rendering.textForSearch += token.content
        rendering.alertText += token.markup === 'mention' || token.markup === 'channel' ? token.content : ' '
        break
      default:
        rendering.textForSearch += token.content
        if (token.content !== '') rendering.alertText += ' '
    }
  }
}

function both(rendering: Rendering, text: string): void {
  rendering.textForSearch += text
  rendering.alertText += text
}
