// What one rendering of one message knows and finds out while it runs.
import type { Env } from 'markdown-it'
import type { RenderContext } from './render.ts'

/** The state of one rendering: the context it runs in, what it found so far, and what it may still spend. */
export class Rendering {
  readonly mentionedUserIds = new Set<number>()
  readonly mentionedGroupIds = new Set<number>()
  readonly attachmentPaths = new Set<string>()
  readonly pageUrls = new Set<string>()
  channelWildcard = false
  topicWildcard = false
  hasLink = false
  hasImage = false
  textForSearch = ''
  alertText = ''

  /** How many quotes the text being read stands in; who is mentioned there is not notified. */
  quoteDepth = 0

  /** What is left of the work and of the output that one message may cause. */
  readonly budget = {
    mathExpressions: 100,
    mathCharacters: 4_000,
    tableCells: 5_000,
    linkifierCharacters: 50_000,
    highlightedCharacters: 10_000,
    writtenDates: 50,
  }

  constructor(readonly context: RenderContext) {}
}

/** The environment that carries a rendering through the parser. */
export function environmentOf(rendering: Rendering): Env {
  return { rendering }
}

/** The rendering that the parser is working on. */
export function renderingOf(env: Env | undefined): Rendering {
  const rendering = env?.['rendering']
  if (rendering instanceof Rendering) return rendering
  throw new Error('the Markdown parser runs only with a rendering in its environment')
}
