// Text of Slack's, which it calls mrkdwn, turned into our Markdown: mentions, links, channels, emphasis, emoji; code stays as it is.
import type { Names } from '../source'

/** Fenced code, inline code, and what stands in angle brackets; between these is text. */
const special = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>/g
/** Stands for what is made already while emphasis is looked for around it. No message can have it. */
const placeholder = '\uE000'

/** @param text as it stands in an export: `&`, `<` and `>` of the text itself are escaped */
export function slackMarkdown(text: string, names: Names): string {
  const made: string[] = []
  const keep = (piece: string): string => {
    made.push(piece)
    return placeholder
  }
  const marked = text
    .replaceAll(placeholder, '')
    .replaceAll(special, (_whole, fenced?: string, code?: string, bracket?: string) => {
      if (fenced !== undefined)
        return `\n${keep(`\`\`\`\n${unescaped(fenced).replace(/^\n|\n$/g, '')}\n\`\`\``)}\n`
      if (code !== undefined) return keep(`\`${unescaped(code)}\``)
      return keep(inBrackets(bracket ?? '', names))
    })
  let next = 0
  return unescaped(emphasized(marked, names))
    .replaceAll(placeholder, () => made[next++] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** `*bold*`, `_italic_` and `~struck~` at the edges of words; bullets; emoji with a colour of skin, which ours have not. */
function emphasized(text: string, names: Names): string {
  return text
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '**$1**')
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replaceAll(/(?<![\p{L}\p{N}~])~(?=\S)([^~\n]+?)(?<=\S)~(?![\p{L}\p{N}~])/gu, '~~$1~~')
    .replaceAll(/^(\s*)[•◦▪]\s+/gmu, '$1* ')
    .replaceAll(/:([a-z0-9_+'-]+):(?::skin-tone-\d:)?/g, (whole, name: string) => {
      const known = slackEmoji(name)
      return names.isEmoji(known) ? `:${known}:` : whole
    })
}

/** The name that an emoji has here. */
export function slackEmoji(name: string): string {
  const [base = ''] = name.split('::')
  return base === 'simple_smile' ? 'slight_smile' : base
}

/** Mentions, channels, commands and links: `<@U1>`, `<#C1|general>`, `<!here>`, `<https://…|label>`. */
function inBrackets(text: string, names: Names): string {
  const bar = text.indexOf('|')
  const target = bar < 0 ? text : text.slice(0, bar)
  const label = bar < 0 ? '' : unescaped(text.slice(bar + 1))
  if (target.startsWith('@')) {
    const person = names.person(target.slice(1))
    return person ? `@**${person.fullName}|${person.id}**` : `@${label || target.slice(1)}`
  }
  if (target.startsWith('#')) {
    const channel = names.channel(target.slice(1))
    return channel ? `#**${channel.name}**` : `#${label || target.slice(1)}`
  }
  if (/^!(here|channel|everyone)$/.test(target)) return '@**all**'
  if (target.startsWith('!')) return label || target.slice(1).split('^').at(-1) || ''
  const url = unescaped(target)
  if (url.startsWith('mailto:') && (label === '' || label === url.slice(7))) return url.slice(7)
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) return label || url
  if (label === '' || label === url) return url
  return `[${label.replaceAll(/[[\]]/g, ' ')}](${url.replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29')})`
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
