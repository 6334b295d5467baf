// Turns the HTML of other pages into the Markdown of messages. It is loaded when somebody first pastes some.
// (`turndown`, which mails go through, parses HTML by itself when it is loaded, and that the page's Trusted Types refuse.)
import { fenceFor } from './formatting'

/** @param nodes of a document of their own */
export function markdownOfNodes(nodes: HTMLElement): string {
  return blocksIn(nodes).join('\n\n')
}

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TH TR UL'.split(
    ' ',
  ),
)
const unseen = new Set(['SCRIPT', 'STYLE', 'TITLE', 'TEMPLATE', 'NOSCRIPT', 'SVG', 'META', 'LINK', 'BUTTON'])
const marks: Readonly<Record<string, string>> = {
  B: '**',
  STRONG: '**',
  I: '*',
  EM: '*',
  S: '~~',
  DEL: '~~',
  STRIKE: '~~',
}

function isElement(node: Node): node is HTMLElement {
  return node.nodeType === 1
}

/** Paragraphs, lists and so on; what stands between them is paragraphs, too. */
function blocksIn(parent: Element): string[] {
  const found: string[] = []
  let inline = ''
  const end = (): void => {
    const words = tidy(inline)
    if (words !== '') found.push(words)
    inline = ''
  }
  for (const node of parent.childNodes) {
    const isBlock = isElement(node) && (blocks.has(node.nodeName) || hasBlocks(node))
    if (!isBlock) {
      inline += inlineOf(node)
      continue
    }
    end()
    found.push(...blockOf(node))
  }
  end()
  return found
}

/** Editors put whole paragraphs into marks and links. */
function hasBlocks(element: Element): boolean {
  return !isMaths(element) && [...element.querySelectorAll('*')].some(({ nodeName }) => blocks.has(nodeName))
}

function blockOf(element: HTMLElement): string[] {
  const { nodeName } = element
  const level = /^H([1-6])$/.exec(nodeName)?.[1]
  if (level !== undefined)
    return [tidy(inlinesIn(element))].filter(Boolean).map((words) => `${'#'.repeat(Number(level))} ${words}`)
  switch (nodeName) {
    case 'HR':
      return ['---']
    case 'PRE':
      return [codeBlock(element)]
    case 'UL':
    case 'OL':
      return [list(element)].filter(Boolean)
    case 'BLOCKQUOTE':
      return [blocksIn(element).join('\n\n').replaceAll(/^/gm, '> ')].filter((quote) => quote !== '> ')
    case 'TABLE':
      return [table(element)].filter(Boolean)
    default:
      return blocksIn(element)
  }
}

function inlinesIn(element: Element): string {
  return [...element.childNodes].map(inlineOf).join('')
}

function inlineOf(node: Node): string {
  if (!isElement(node))
    return node.nodeType === 3 ? (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ') : ''
  const name = node.nodeName.toUpperCase()
  if (unseen.has(name) || node.hidden) return ''
  if (isMaths(node)) return marked(node.querySelector('annotation')?.textContent ?? '', '$$')
  if (name === 'BR') return '\n'
  if (name === 'IMG') return picture(node)
  if (name === 'A') return link(node.getAttribute('href') ?? '', inlinesIn(node))
  if (name === 'CODE' || name === 'KBD' || name === 'TT') return marked(node.textContent ?? '', '`')
  const mark = marks[name]
  return mark === undefined ? inlinesIn(node) : marked(inlinesIn(node), mark)
}

/** Rendered mathematics has its source with it. */
function isMaths(element: Element): boolean {
  return element.classList.contains('katex')
}

/** Spaces at the ends stay outside: `** so **` marks nothing. */
function marked(words: string, mark: string): string {
  const [, lead = '', core = '', tail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(words) ?? []
  return core === '' ? words : lead + mark + core + mark + tail
}

/** What leads nowhere outside of its own page stays words. */
function link(href: string, inside: string): string {
  const words = tidy(inside).replaceAll('\n', ' ')
  if (words === '' || !/^(https?:|mailto:)/i.test(href)) return inside
  const url = href.replaceAll(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return words === href ? href : `[${words}](${url})`
}

/** Pictures stay where they are; those that are part of the text itself can't be linked to. Emoji are their names. */
function picture(element: Element): string {
  const [source, words] = [element.getAttribute('src') ?? '', element.getAttribute('alt') ?? '']
  if (/^:[^\s:]+:$/.test(words)) return words
  const file = (source.split(/[?#]/)[0] ?? '').split('/').at(-1)
  return /^https?:/i.test(source) ? link(source, words.trim() || file || source) : ''
}

function codeBlock(element: Element): string {
  const classes = [element, ...element.querySelectorAll('[class]')].map(
    (each) => each.getAttribute('class') ?? '',
  )
  const language = classes.flatMap((names) => /\blang(?:uage)?-([\w+#-]+)/.exec(names)?.[1] ?? [])[0] ?? ''
  const code = (element.textContent ?? '').replace(/\n$/, '')
  const fence = fenceFor(code)
  return `${fence}${language}\n${code}\n${fence}`
}

function list(element: Element): string {
  const isOrdered = element.nodeName === 'OL'
  const start = Number(element.getAttribute('start') ?? 1)
  // Some editors put lists beside items instead of in them.
  const items = [...element.children].filter(({ nodeName }) => ['LI', 'UL', 'OL'].includes(nodeName))
  let number = start - 1
  return items
    .map((item) => {
      if (item.nodeName !== 'LI') return list(item).replaceAll(/^/gm, '  ')
      number++
      const inside = blocksIn(item).join('\n').replaceAll('\n', '\n  ')
      return `${isOrdered ? `${number}.` : '-'} ${inside}`
    })
    .join('\n')
}

function table(element: Element): string {
  const rows = [...element.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) =>
      blocksIn(cell)
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .replaceAll('|', String.raw`\|`),
    ),
  )
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [head, ...body] = rows
  if (!head || width === 0) return ''
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
}

function tidy(words: string): string {
  return words
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
