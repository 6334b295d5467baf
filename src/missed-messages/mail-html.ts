// The HTML of a message made fit for mails: no previews, nothing loaded from anywhere, whole addresses, spoilers hidden.
import { loadHtmlParser } from '../markdown/lazy-libraries'
import { substitute } from '../markdown/readable-text'
import { Html } from '../pages/html'

const quoteStyle = 'margin:0 0 8px;padding:0 0 0 12px;border-left:3px solid #8b95a5'
const codeStyle = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px'

/** What is taken over, with the style it has: mail programs know no style sheets. */
const styles: Readonly<Record<string, string>> = {
  p: 'margin:0 0 8px',
  br: '',
  strong: '',
  em: '',
  del: '',
  a: 'color:#1f5fbf',
  ul: 'margin:0 0 8px;padding:0 0 0 24px',
  ol: 'margin:0 0 8px;padding:0 0 0 24px',
  li: '',
  blockquote: quoteStyle,
  code: codeStyle,
  pre: `${codeStyle};margin:0 0 8px;white-space:pre-wrap`,
  hr: 'border:0;border-top:1px solid #8b95a5',
  h1: headingStyle(20),
  h2: headingStyle(19),
  h3: headingStyle(18),
  h4: headingStyle(17),
  h5: headingStyle(16),
  h6: headingStyle(16),
  table: 'border-collapse:collapse;margin:0 0 8px',
  thead: '',
  tbody: '',
  tr: '',
  th: 'border:1px solid #8b95a5;padding:4px 8px;text-align:left',
  td: 'border:1px solid #8b95a5;padding:4px 8px',
}

function headingStyle(pixels: number): string {
  return `margin:0 0 8px;font-size:${pixels}px`
}

const empties = new Set(['br', 'hr'])
const mentions = ['user-mention', 'user-group-mention', 'topic-mention']

type Attributes = Readonly<Record<string, string>>

/**
 * The message as HTML that stands in a mail by itself.
 * @param html rendered by us
 * @param base the organization's address, for links that begin with a slash or a number sign
 */
export function mailHtml(html: string, base: string): Html {
  let written = ''
  /** How many elements are open in one that is left out, itself included. */
  let skipped = 0
  /** What closes each open element. */
  const ends: string[] = []
  const { Parser } = loadHtmlParser()
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipped > 0) return void (skipped += 1)
      const instead = substitute(name, (attributes['class'] ?? '').split(' '), attributes)
      if (instead !== undefined) {
        written += Bun.escapeHTML(instead)
        skipped = 1
        return
      }
      const { begin, end } = tags(name, attributes, base)
      written += begin
      ends.push(end)
    },
    ontext(text) {
      if (skipped === 0) written += Bun.escapeHTML(text)
    },
    onclosetag() {
      if (skipped > 0) skipped -= 1
      else written += ends.pop() ?? ''
    },
  })
  parser.end(html)
  return new Html(written)
}

function tags(name: string, attributes: Attributes, base: string): { begin: string; end: string } {
  const style = styles[name]
  if (style === undefined) {
    const classes = (attributes['class'] ?? '').split(' ')
    return mentions.some((each) => classes.includes(each))
      ? { begin: '<strong>', end: '</strong>' }
      : { begin: '', end: '' }
  }
  const styled = style === '' ? '' : ` style="${style}"`
  if (empties.has(name)) return { begin: `<${name}${styled}>`, end: '' }
  const further = name === 'a' ? linkTo(attributes['href'] ?? '', base) : ''
  return { begin: `<${name}${further}${styled}>`, end: `</${name}>` }
}

function linkTo(href: string, base: string): string {
  const url = href.startsWith('#') ? `${base}/${href}` : href.startsWith('/') ? `${base}${href}` : href
  return /^(https?|mailto|tel):/i.test(url) ? ` href="${Bun.escapeHTML(url)}"` : ''
}
