// Slack's own way of writing, mrkdwn, as Markdown (docs.slack.dev, "Formatting message text").
import {
  adjoined,
  bold,
  code,
  codeBlock,
  italic,
  joined,
  link,
  say,
  nothing,
  stacked,
  struckOut,
  within,
  type Markdown,
} from '../markdown'

/** In UTF-16 units: what is longer has no room in a message. */
const longest = 8000
/** In code points. */
const longestCode = 3000

/** A text of several lines. */
export function fromMrkdwn(text: string): Markdown {
  const parts = text.slice(0, longest).split('```')
  // Every other part stands between marks; the last mark of an odd number closes nothing.
  const isOpen = parts.length % 2 === 0
  const blocks = parts.map((part, index) => {
    if (index % 2 === 0) return proseOf(part)
    if (isOpen && index === parts.length - 1) return proseOf('```' + part)
    return codeBlock(unescaped(part.replace(/^\n/, '')), longestCode)
  })
  return joined(blocks, '\n')
}

function proseOf(text: string): Markdown {
  const result: Markdown[] = []
  let wasQuote = false
  for (const line of text.replace(/^\n|\n$/g, '').split('\n')) {
    const [, quote] = /^(?:&gt;|>)\s?(.*)$/.exec(line) ?? []
    // A line without the mark would go on with the quote, if nothing stood between.
    if (wasQuote && quote === undefined) result.push(nothing)
    result.push(quote === undefined ? lineOf(line.trimStart()) : say`> ${inlineOf(quote)}`)
    wasQuote = quote !== undefined
  }
  return stacked(result)
}

function lineOf(line: string): Markdown {
  const [, item] = /^[•◦▪]\s+(.*)$/.exec(line) ?? []
  return item === undefined ? inlineOf(line) : say`- ${inlineOf(item)}`
}

/** `<address|label>`, code, and the three kinds of emphasis, which stand at the edges of words. */
const signs =
  /<([^<>\n]{1,2000})>|`([^`\n]+)`|(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])|(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])|(?<![\w~])~(?=[^\s~])([^~\n]*[^\s~])~(?![\w~])/g

/** A text of one line. */
export function inlineOf(text: string): Markdown {
  const parts: Markdown[] = []
  let from = 0
  for (const found of text.matchAll(signs)) {
    parts.push(within(unescaped(text.slice(from, found.index))), meaningOf(found))
    from = found.index + found[0].length
  }
  return adjoined([...parts, within(unescaped(text.slice(from)))])
}

function meaningOf([, control, verbatim, strong, emphasized, struck]: RegExpExecArray): Markdown {
  if (control !== undefined) return controlOf(control)
  if (verbatim !== undefined) return code(unescaped(verbatim))
  if (strong !== undefined) return bold(inlineOf(strong))
  if (emphasized !== undefined) return italic(inlineOf(emphasized))
  return struck === undefined ? nothing : struckOut(inlineOf(struck))
}

/** What stands between angle brackets. Nobody here is meant by people and groups of Slack: they are shown, and not told. */
function controlOf(control: string): Markdown {
  const bar = control.indexOf('|')
  const what = bar < 0 ? control : control.slice(0, bar)
  const label = unescaped(bar < 0 ? '' : control.slice(bar + 1))
  if (what.startsWith('@')) return bold(`@${(label || what.slice(1)).replace(/^@/, '')}`)
  if (what.startsWith('#')) return bold(`#${(label || what.slice(1)).replace(/^#/, '')}`)
  if (what.startsWith('!date^')) return within(label)
  if (what.startsWith('!')) return bold(`@${(label || what.slice(1)).replace(/^@/, '')}`)
  const address = unescaped(what)
  return link(label || address.replace(/^mailto:/, ''), address)
}

/** The only three signs that Slack escapes. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Plain text of Slack's, of several lines. */
export function fromPlainText(text: string): Markdown {
  const all = text.slice(0, longest).split('\n')
  return stacked(all.map((line) => within(line.trimStart())))
}
