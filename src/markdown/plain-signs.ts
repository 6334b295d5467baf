// Signs that mean something in CommonMark and are text in a chat: the underscore and the backslash.
import type { MarkdownIt } from 'markdown-it'
import { originalInlineRule } from './limits.ts'

const underscore = 95

/** Makes `_` and `\` text everywhere: names such as `__init__.py` and paths are typed more often than either is meant. */
export function plainSignsPlugin(md: MarkdownIt): void {
  md.disable('escape')
  const emphasis = originalInlineRule('emphasis')
  md.inline.ruler.at('emphasis', (state, silent) =>
    state.src.charCodeAt(state.pos) === underscore ? false : emphasis(state, silent),
  )
  const { parseLinkDestination, parseLinkTitle } = md.helpers
  md.helpers = {
    ...md.helpers,
    parseLinkDestination(text, start, max) {
      const { masked, restored } = maskedText(text)
      const found = parseLinkDestination(masked, start, max)
      return { ...found, str: restored(found.str) }
    },
    parseLinkTitle(text, start, max, previous) {
      const { masked, restored } = maskedText(text)
      const found = parseLinkTitle(masked, start, max, previous)
      return { ...found, str: restored(found.str) }
    },
  }
}

/** A text in which a character that no text has stands for backslashes, and the way back for a part of it. */
interface Masked {
  readonly text: string
  readonly masked: string
  restored(part: string): string
}

const stand = '\ufdd0'

let last: Masked = unmasked('')

/** Hides backslashes from the parser's own rules. A paragraph with many links asks for the same again and again. */
function maskedText(text: string): Masked {
  if (last.text === text) return last
  const hasNone = !text.includes('\\') || text.includes(stand)
  last = hasNone
    ? unmasked(text)
    : { text, masked: text.replaceAll('\\', stand), restored: (part) => part.replaceAll(stand, '\\') }
  return last
}

function unmasked(text: string): Masked {
  return { text, masked: text, restored: (part) => part }
}
